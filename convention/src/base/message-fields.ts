/** Finds fields of messages by name and type. The recognition of shapes uses it. */
import {
  type DescEnum,
  type DescEnumValue,
  type DescField,
  type DescMessage,
  ScalarType,
} from "@bufbuild/protobuf";

/** A field that holds one message. */
export type MessageField = DescField & { readonly fieldKind: "message" };

/** Finds the field with a proto name. */
export function findField(message: DescMessage, name: string): DescField | undefined {
  return message.fields.find((field) => field.name === name);
}

/**
 * Finds the enum value with that name or with that name after an underscore, because APIs prefix their values
 * differently: `RUNNING` finds `STATE_RUNNING`. Returns undefined if no value matches.
 */
export function findValue(type: DescEnum, name: string): DescEnumValue | undefined {
  const exact = type.values.find((value) => value.name === name);
  const endings = type.values.filter((value) => value.name.endsWith(`_${name}`));
  // READY is STATE_READY, not STATE_NOT_READY.
  return exact ?? endings.sort((a, b) => a.name.length - b.name.length)[0];
}

/** Whether the field is a singular string. */
export function isStringField(field: DescField | undefined): boolean {
  return field?.fieldKind === "scalar" && field.scalar === ScalarType.STRING;
}

/** Whether the message has a singular string field with that name. */
export function hasStringField(message: DescMessage, name: string): boolean {
  return isStringField(findField(message, name));
}

/** Returns the type of the singular message field with that name, or undefined if the message has no such field. */
export function fieldMessage(message: DescMessage, name: string): DescMessage | undefined {
  const field = findField(message, name);
  return field?.fieldKind === "message" ? field.message : undefined;
}

/**
 * Finds the string field that identifies the target of a request: `id`, or else the only one called `..._id`, or else the only
 * one. Members of oneofs do not count, because a request may omit them.
 */
export function findIdentifier(request: DescMessage): DescField | undefined {
  const texts = request.fields.filter((field) => isStringField(field) && field.oneof === undefined);
  return (
    texts.find(({ name }) => name === "id") ??
    only(texts.filter(({ name }) => name.endsWith("_id"))) ??
    only(texts)
  );
}

/** Returns the item of a list that has exactly one. */
export function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
