import { create } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField } from "@stratus/convention";
import { EmulatorError } from "../text/emulator-error.js";

/** Returns the string in a field, or the empty string if there is none. */
export function readString(message: ReflectMessage | undefined, name: string): string {
  const field = message === undefined ? undefined : findField(message.desc, name);
  if (message === undefined || field?.fieldKind !== "scalar") return "";
  const value: unknown = message.get(field);
  return typeof value === "string" ? value : "";
}

/** Returns the integer in a field of any integer type or in a string of digits, or 0 if there is none. */
export function readInteger(message: ReflectMessage | undefined, name: string): bigint {
  const field = message === undefined ? undefined : findField(message.desc, name);
  if (message === undefined || field?.fieldKind !== "scalar") return 0n;
  const value: unknown = message.get(field);
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  return typeof value === "string" && /^-?\d{1,19}$/.test(value) ? BigInt(value) : 0n;
}

/** Returns the message in a field, if it is set. */
export function readMessage(message: ReflectMessage | undefined, name: string): ReflectMessage | undefined {
  const field = message === undefined ? undefined : findField(message.desc, name);
  if (message === undefined || field?.fieldKind !== "message" || !message.isSet(field)) return undefined;
  return message.get(field);
}

/**
 * Returns the message in a field, after setting it to an empty message if it is not set.
 *
 * @throws EmulatorError if the message has no such field
 */
export function ensureMessage(message: ReflectMessage, name: string): ReflectMessage {
  const field = findField(message.desc, name);
  if (field?.fieldKind !== "message")
    throw new EmulatorError("HANDLER_INVALID", `${message.desc.typeName} has no message field ${name}`);
  if (!message.isSet(field)) message.set(field, reflect(field.message, create(field.message)));
  return message.get(field);
}
