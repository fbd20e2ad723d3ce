import type { JsonForm } from "../json/json-form.js";
import type { MessageInit } from "../table/message-init.js";
import type { MessageTable } from "../table/table.js";
import type { MessageSchema, SchemaOptions } from "./schema.js";

/**
 * The schema of a message type, with the rules that its API states (docs/conventions.md, section 9). Its input is proto3
 * JSON (https://protobuf.dev/programming-guides/json/): 64-bit integers as digits, bytes in base64, names of enums; its
 * output is the message.
 *
 * ```ts
 * const schema = await schemaOf(CreateInstanceRequest);
 * const result = schema["~standard"].validate(JSON.parse(body));
 * const described = schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
 * ```
 *
 * The JSON Schema accepts every message that keeps the rules, in the form that `toJson` writes. It refuses what it can
 * say of the rest; `validate` knows all rules that a client can decide.
 */
export function schemaOf<T, Json = unknown>(
  type: MessageTable<T> & JsonForm<Json>,
  options?: SchemaOptions & { readonly input?: "json" },
): Promise<MessageSchema<Json, T>>;
/** The schema of a message type whose inputs are messages. */
export function schemaOf<T>(
  type: MessageTable<T>,
  options: SchemaOptions & { readonly input: "message" },
): Promise<MessageSchema<MessageInit<T>, T>>;
export async function schemaOf<T>(
  type: MessageTable<T>,
  { input = "json" }: SchemaOptions = {},
): Promise<MessageSchema<unknown, T>> {
  const { makeSchema } = await import("./message-schema.js");
  return makeSchema(type, input);
}
