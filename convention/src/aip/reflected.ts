/**
 * Reads the messages of options, by the proto names of their fields. A field that the API's own copy of the
 * option does not declare has no value.
 */
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";

/** The text of a field; empty if there is none. */
export function textIn(message: ReflectMessage, name: string): string {
  const field = message.fields.find((one) => one.name === name);
  const value: unknown = field?.fieldKind === "scalar" ? message.get(field) : undefined;
  return typeof value === "string" ? value : "";
}

/** The texts of a list. */
export function textsIn(message: ReflectMessage, name: string): string[] {
  const field = message.fields.find((one) => one.name === name);
  return field?.fieldKind === "list" && field.listKind === "scalar"
    ? [...message.get(field)].map(String)
    : [];
}

/** The message of a field; undefined if it is not set. */
export function messageIn(message: ReflectMessage, name: string): ReflectMessage | undefined {
  const field = message.fields.find((one) => one.name === name);
  return field?.fieldKind === "message" && message.isSet(field) ? message.get(field) : undefined;
}

/** The messages of a list. */
export function messagesIn(message: ReflectMessage, name: string): ReflectMessage[] {
  const field = message.fields.find((one) => one.name === name);
  if (field?.fieldKind !== "list" || field.listKind !== "message") return [];
  return [...message.get(field)] as ReflectMessage[];
}

/** The number of an enum's value; 0 if it is not set. */
export function numberIn(message: ReflectMessage, name: string): number {
  const field = message.fields.find((one) => one.name === name);
  return field?.fieldKind === "enum" ? message.get(field) : 0;
}
