/**
 * Reads the messages in options by the proto names of their fields, because every API has its own version of them. A field that
 * is not set, or that this version does not declare, has no value.
 */
import { isReflectList, isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";

/** Returns the value of a field. */
export function getValue(message: ReflectMessage | undefined, name: string): unknown {
  const field = message?.fields.find((one) => one.name === name);
  return field && message?.isSet(field) ? message.get(field) : undefined;
}

/** Returns the text of a string field, or the empty string if it has no value. */
export function getText(message: ReflectMessage | undefined, name: string): string {
  const value = getValue(message, name);
  return typeof value === "string" ? value : "";
}

/** Returns the message in a field. */
export function getMessage(message: ReflectMessage | undefined, name: string): ReflectMessage | undefined {
  const value = getValue(message, name);
  return isReflectMessage(value) ? value : undefined;
}

/** Returns the elements of a list. */
export function getList(message: ReflectMessage | undefined, name: string): readonly unknown[] {
  const value = getValue(message, name);
  return isReflectList(value) ? [...value] : [];
}

/** Returns the messages in a list. */
export function getMessages(message: ReflectMessage | undefined, name: string): readonly ReflectMessage[] {
  return getList(message, name).filter((one) => isReflectMessage(one));
}
