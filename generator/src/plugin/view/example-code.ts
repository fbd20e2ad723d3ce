import { snakeCase } from "../../kit/text/casing.js";
import { ScalarType } from "@bufbuild/protobuf";
import type { GuideForm, GuideJson, GuideMessage } from "../../kit/guide/types.js";
import type { GuideTypes } from "../../kit/complete-guide.js";
import { arrayOf, bigint, code, json, joined, objectOf, string, type Code } from "../../kit/code/code.js";
import { wrappers } from "../source/plain-type-names.js";

/** A message of an example as a program writes it. */
export function recordCode(value: GuideJson, message: GuideMessage | undefined, types: GuideTypes): Code {
  if (typeof value !== "object" || value === null || !message) return json(value);
  return objectOf(
    Object.entries(value).flatMap(([name, one]: [string, GuideJson]): [string, Code][] => {
      const field = message.fields.find((other) => other.name === name);
      if (!field) return [];
      const own = exampleCode(one, field, types);
      const oneof = message.oneofs?.find((other) => other.name === field.oneof);
      return oneof
        ? [[oneof.property, code`{ $case: ${string(field.property)}, value: ${own} }`]]
        : [[field.property, own]];
    }),
  );
}

/** A value of an example as a program writes it. */
export function exampleCode(value: GuideJson, form: GuideForm, types: GuideTypes): Code {
  const { isList, mapKey } = form;
  if (isList && Array.isArray(value)) return arrayOf(value.map((one) => oneCode(one, form, types)));
  if (mapKey === undefined) return oneCode(value, form, types);
  const entries = Object.entries(value ?? {}).map(
    ([key, one]: [string, GuideJson]) => [key, oneCode(one, form, types)] as const,
  );
  // Other keys are no properties in TypeScript.
  if (!/64$|bool/.test(mapKey)) return objectOf(entries);
  const pairs = entries.map(([key, one]) =>
    arrayOf([mapKey === "bool" ? json(key === "true") : scalarCode(key, mapKey), one]),
  );
  return code`new Map(${arrayOf(pairs)})`;
}

function oneCode(value: GuideJson, { kind, type = "", isString }: GuideForm, types: GuideTypes): Code {
  if (kind === "enum") return json(types.enum(type)?.values.find(({ name }) => name === value)?.number ?? 0);
  if (isString) return string(String(value));
  if (kind !== "message") return scalarCode(value, kind);
  const message = types.message(type);
  return message ? recordCode(value, message, types) : wellKnownCode(value, type);
}

/** A value of a type of `google.protobuf` that the runtime has. */
function wellKnownCode(value: GuideJson, type: string): Code {
  const wrapped = wrappers.get(type);
  if (wrapped !== undefined) return scalarCode(value, ScalarType[wrapped].toLowerCase());
  const text = String(value);
  switch (type) {
    case "google.protobuf.Timestamp":
      return objectOf([["seconds", bigint(BigInt(Date.parse(text)) / 1000n)]]);
    case "google.protobuf.Duration":
      return objectOf([["seconds", bigint(BigInt(text.replace("s", "")))]]);
    case "google.protobuf.FieldMask":
      return arrayOf(text.split(",").map((path) => string(snakeCase(path))));
    default:
      return json(value);
  }
}

function scalarCode(value: GuideJson, kind: string): Code {
  if (kind.endsWith("64")) return bigint(BigInt(String(value)));
  if (kind !== "bytes") return json(value);
  const bytes = Array.from(Buffer.from(String(value), "base64"), (one) => json(one));
  return code`new Uint8Array([${joined(bytes, ", ")}])`;
}
