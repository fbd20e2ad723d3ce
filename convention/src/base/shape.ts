/**
 * Questions about the fields of a message, which all that is recognized by
 * shape is made of.
 */
import {
  type DescEnum,
  type DescEnumValue,
  type DescField,
  type DescMessage,
  ScalarType,
} from "@bufbuild/protobuf";

/** A field that holds one message. */
export type MessageField = DescField & { readonly fieldKind: "message" };

/** The field of that proto name; undefined where the message has none. */
export function findField(message: DescMessage, name: string): DescField | undefined {
  return message.fields.find((field) => field.name === name);
}

/**
 * Finds the enum value with that name or with that name after an underscore, because APIs prefix their values
 * differently: `RUNNING` finds `STATE_RUNNING`. Returns undefined if no value matches.
 */
export function findValue(type: DescEnum, name: string): DescEnumValue | undefined {
  return type.values.find((value) => value.name === name || value.name.endsWith(`_${name}`));
}

/** The field holds one string. */
export function isText(field: DescField | undefined): boolean {
  return field?.fieldKind === "scalar" && field.scalar === ScalarType.STRING;
}

/** The message has a field of that name that holds one string. */
export function hasText(message: DescMessage, name: string): boolean {
  return isText(findField(message, name));
}

/** Returns the type of the singular message field with that name, or undefined if the message has no such field. */
export function messageAt(message: DescMessage, name: string): DescMessage | undefined {
  const field = findField(message, name);
  return field?.fieldKind === "message" ? field.message : undefined;
}

/**
 * The string of a request that names one thing: `id`, else the only one called
 * `..._id`, else the only one that there is. Members of oneofs are none, since
 * a request need not carry them.
 */
export function findIdentifier(request: DescMessage): DescField | undefined {
  const texts = request.fields.filter((field) => isText(field) && field.oneof === undefined);
  return (
    texts.find(({ name }) => name === "id") ??
    only(texts.filter(({ name }) => name.endsWith("_id"))) ??
    only(texts)
  );
}

/** The one item of a list that has no other. */
export function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
