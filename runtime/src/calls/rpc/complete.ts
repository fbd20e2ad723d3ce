import type { Properties } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { Resource, ResourcePage } from "../../messages/table/message-init.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { MessageType } from "../../messages/wire/message-type.js";

/** The parts of a resource that a response always carries. */
const parts = ["metadata", "spec"] as const;

/** A resource: decoding gives it an empty `metadata` and `spec` where the response has none. */
export function resource<T>(type: MessageType<T>): MessageType<Resource<T>> {
  return completed<T, Resource<T>>(
    () => type,
    (decoded) => complete(type, decoded),
  );
}

/** A page of resources: decoding completes each element of one list, given by its property. */
export function resourcePage<T>(
  type: MessageType<T>,
  listProperty: keyof T & string,
): MessageType<ResourcePage<T>> {
  return completed<T, ResourcePage<T>>(
    () => type,
    (decoded) => {
      const element = type.fields.find((field) => field.local === listProperty)?.shape.type;
      const items = decoded[listProperty];
      if (element?.kind !== "message" || !Array.isArray(items)) {
        throw new TypeError(`${type.typeName} has no list of messages in ${listProperty}`);
      }
      for (const item of items) complete(element.table, item);
    },
  );
}

/**
 * A type that is there when it is used. If the modules of an API import each other in a circle, one of them runs
 * before the other has its values, and can only say where they will be.
 */
export function lazily<T>(findType: () => MessageType<T>): MessageType<T> {
  return completed<T, T>(findType, () => {});
}

/**
 * A type whose decoder changes the message that it has just made, which no one else has yet. The program does not come
 * to know it by its name: in an Any, a message is as it was sent.
 */
function completed<T, Whole>(
  findType: () => MessageType<T>,
  change: (decoded: Properties) => void,
): MessageType<Whole> {
  const whole: MessageType<T> = {
    get typeName() {
      return findType().typeName;
    },
    get fields() {
      return findType().fields;
    },
    get byName() {
      return findType().byName;
    },
    once: (make) => findType().once(make),
    create: (init) => findType().create(init),
    encode: (message) => findType().encode(message),
    decode(bytes) {
      const decoded = findType().decode(bytes);
      change(decoded as Properties);
      return decoded;
    },
    get wire() {
      return findType().wire;
    },
  };
  // FullUpdate is T with some properties present, which `change` sees to.
  return whole as unknown as MessageType<Whole>;
}

function complete(table: MessageTable, resource: Properties): void {
  for (const part of parts) {
    if (resource[part] !== undefined) continue;
    const type = table.byName.get(part)?.shape.type;
    if (type?.kind === "message") resource[part] = fill(type.table, {});
  }
}
