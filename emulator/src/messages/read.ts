import { create } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField } from "@stratus/convention";
import { EmulatorError } from "../text/emulator-error.js";

/** The string in that field; empty when there is none. */
export function readString(message: ReflectMessage | undefined, name: string): string {
  const field = message === undefined ? undefined : findField(message.desc, name);
  if (message === undefined || field?.fieldKind !== "scalar") return "";
  const value: unknown = message.get(field);
  return typeof value === "string" ? value : "";
}

/** The whole number in that field, of whatever integer type or a string of digits; 0 when there is none. */
export function readInteger(message: ReflectMessage | undefined, name: string): bigint {
  const field = message === undefined ? undefined : findField(message.desc, name);
  if (message === undefined || field?.fieldKind !== "scalar") return 0n;
  const value: unknown = message.get(field);
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  return typeof value === "string" && /^-?\d{1,19}$/.test(value) ? BigInt(value) : 0n;
}

/** The message in that field; undefined when it is not set. */
export function readMessage(message: ReflectMessage | undefined, name: string): ReflectMessage | undefined {
  const field = message === undefined ? undefined : findField(message.desc, name);
  if (message === undefined || field?.fieldKind !== "message" || !message.isSet(field)) return undefined;
  return message.get(field);
}

/**
 * The message in that field, which is put there empty when it is not set.
 *
 * @throws an Error when the message has no such field
 */
export function ensureMessage(message: ReflectMessage, name: string): ReflectMessage {
  const field = findField(message.desc, name);
  if (field?.fieldKind !== "message")
    throw new EmulatorError("HANDLER_INVALID", `${message.desc.typeName} has no message field ${name}`);
  if (!message.isSet(field)) message.set(field, reflect(field.message, create(field.message)));
  return message.get(field);
}
