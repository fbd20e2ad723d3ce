import type { DescField } from "@bufbuild/protobuf";
import { isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { shortName } from "../messages/enum-value.js";
import { matchesPattern } from "./pattern.js";
import type { Literal } from "./tree.js";

/**
 * Returns whether any value in the message matches a literal without a field (AIP-160, "Literals"). A string or map
 * key matches if it contains the literal, ignoring case, or if it matches the literal's wildcards. A number, a bool or
 * the name of an enum value matches if it equals the literal.
 */
export function searchText(
  { text, parts }: Literal,
  isExcluded: (field: DescField) => boolean,
): (message: ReflectMessage) => boolean {
  const wanted = text.toLowerCase();
  const pattern = parts.map((part) => part.toLowerCase());
  const inText = (value: string): boolean =>
    pattern.length > 1 ? matchesPattern(value.toLowerCase(), pattern) : value.toLowerCase().includes(wanted);

  return inMessage;

  function inMessage(message: ReflectMessage): boolean {
    // Their fields are numbers that no one sees, or bytes.
    if (/^google\.protobuf\.(?:Timestamp|Duration|Any)$/.test(message.desc.typeName)) return false;
    return message.fields.some(
      (field) => message.isSet(field) && !isExcluded(field) && inField(message, field),
    );
  }

  function inField(message: ReflectMessage, field: DescField): boolean {
    if (field.fieldKind === "list") return some(message.get(field), (value) => inValue(field, value));
    if (field.fieldKind !== "map") return inValue(field, message.get(field));
    const entries: Iterable<[unknown, unknown]> = message.get(field);
    return some(entries, ([key, value]) => inText(String(key)) || inValue(field, value));
  }

  function inValue(field: DescField, value: unknown): boolean {
    if (isReflectMessage(value)) return inMessage(value);
    if (field.enum !== undefined) {
      const { enum: type } = field;
      const found = type.values.filter(({ number }) => number === value);
      return found.some((one) =>
        [one.name, shortName(type, one)].some((name) => name.toLowerCase() === wanted),
      );
    }
    if (typeof value === "string") return inText(value);
    return ["number", "bigint", "boolean"].includes(typeof value) && String(value) === wanted;
  }
}

function some<T>(values: Iterable<T>, test: (value: T) => boolean): boolean {
  for (const value of values) if (test(value)) return true;
  return false;
}
