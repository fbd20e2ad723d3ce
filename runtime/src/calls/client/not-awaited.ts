import { propertyName } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/** Names that calls have themselves. */
const own: ReadonlySet<string> = new Set([
  "constructor",
  "then",
  "catch",
  "finally",
  "withResponse",
  "pages",
  "toArray",
]);

const ofMessages = new WeakMap<MessageTable, object>();

/**
 * The prototype of calls that give a message: a promise, of which a program in plain JavaScript that forgot to await it is told so
 * when it reads a field. The compiler says it for TypeScript.
 */
export function promiseOf(table: MessageTable): object {
  let prototype = ofMessages.get(table);
  if (!prototype)
    ofMessages.set(table, (prototype = Object.create(Promise.prototype, guardsOf(table)) as object));
  return prototype;
}

/** Properties of a call in the places where its message has fields: they throw. */
export function guardsOf({ fields }: MessageTable): PropertyDescriptorMap {
  return guards(fields.map(propertyName));
}

/** The same for calls that start an operation. */
export const promiseOfHandle: object = Object.create(
  Promise.prototype,
  guards(["id", "resourceId", "isDone", "isUnchanged", "latest", "wait", "resource"]),
) as object;

function guards(names: readonly string[]): PropertyDescriptorMap {
  const missing = names.filter((name) => !own.has(name));
  return Object.fromEntries(missing.map((name) => [name, { configurable: true, get: () => refuse(name) }]));
}

/** @throws TypeError always. */
function refuse(name: string): never {
  throw new TypeError(`${name} was read of a call, and not of what the call gives: await it first`);
}
