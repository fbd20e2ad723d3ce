import type { Codec, MessageType } from "./service.js";
import type { Properties } from "../table/field-access.js";
import { fill } from "../table/fill.js";
import type { Resource, ResourcePage } from "../table/init.js";
import { type KnownType, makeKnown } from "../table/known-types.js";
import type { MessageTable } from "../table/table.js";

/** The parts of a resource that a response always carries. */
const parts = ["metadata", "spec"] as const;

/** A message type as it is. The program knows it from here on, wherever an Any names it. */
export function message<T>(codec: Codec<T>, table: MessageTable<T>): MessageType<T> {
  return known({ codec, table });
}

/** A resource: decoding gives it an empty `metadata` and `spec` where the response has none. */
export function resource<T>(codec: Codec<T>, table: MessageTable<T>): MessageType<Resource<T>> {
  return completed<T, Resource<T>>(codec, table, (decoded) => complete(table, decoded));
}

/** A page of resources: decoding completes each element of one list, given by its property. */
export function resourcePage<T>(
  codec: Codec<T>,
  table: MessageTable<T>,
  listProperty: keyof T & string,
): MessageType<ResourcePage<T>> {
  return completed<T, ResourcePage<T>>(codec, table, (decoded) => {
    const type = table.fields.find((field) => field.local === listProperty)?.shape.type;
    const items = decoded[listProperty];
    if (type?.kind !== "message" || !Array.isArray(items)) {
      throw new TypeError(`${table.typeName} has no list of messages in ${listProperty}`);
    }
    for (const item of items) complete(type.table, item);
  });
}

/** A type whose decoder changes the message that it has just made, which no one else has yet. */
function completed<T, Whole>(
  codec: Codec<T>,
  table: MessageTable<T>,
  change: (decoded: Properties) => void,
): MessageType<Whole> {
  // In an Any, a message is as it was sent.
  known({ codec, table });
  const whole: Codec<T> = {
    encode: (message) => codec.encode(message),
    decode: (input) => {
      const decoded = codec.decode(input);
      change(decoded as Properties);
      return decoded;
    },
  };
  // Whole is T with some properties present, which `change` sees to.
  return { codec: whole, table } as unknown as MessageType<Whole>;
}

function known<T>(type: MessageType<T>): MessageType<T> {
  // Whoever finds a type by its name gives it what it has read itself.
  makeKnown(type as unknown as KnownType);
  return type;
}

function complete(table: MessageTable, resource: Properties): void {
  for (const part of parts) {
    if (resource[part] !== undefined) continue;
    const type = table.byName.get(part)?.shape.type;
    if (type?.kind === "message") resource[part] = fill(type.table, {});
  }
}
