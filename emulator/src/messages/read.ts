import { create, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";

/** The field of that proto name, if the message has one. */
export function findField(desc: DescMessage, name: string): DescField | undefined {
  return desc.fields.find((field) => field.name === name);
}

/** Whether the message has a singular string field of that name. */
export function hasString(desc: DescMessage, name: string): boolean {
  return findField(desc, name)?.scalar === ScalarType.STRING && findField(desc, name)?.fieldKind === "scalar";
}

/** The field of a request that names a thing: the string `id`, else its only string field called `..._id`. */
export function identifierField(request: DescMessage): string | undefined {
  if (hasString(request, "id")) return "id";
  const ids = request.fields.filter((field) => field.name.endsWith("_id") && hasString(request, field.name));
  return ids.length === 1 ? ids[0]?.name : undefined;
}

/** The type of the singular message field of that name, if there is one. */
export function messageType(desc: DescMessage, name: string): DescMessage | undefined {
  const field = findField(desc, name);
  return field?.fieldKind === "message" ? field.message : undefined;
}

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
    throw new Error(`${message.desc.typeName} has no message field ${name}`);
  if (!message.isSet(field)) message.set(field, reflect(field.message, create(field.message)));
  return message.get(field);
}
