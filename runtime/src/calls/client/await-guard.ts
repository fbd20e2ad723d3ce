import { typeError } from "../../base/text/coded-error.js";
import { propertyName } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/** Names of properties that calls have, and those by which React follows a promise: it reads and sets them. */
const unguarded: ReadonlySet<string> = new Set([
  "constructor",
  "then",
  "catch",
  "finally",
  "withResponse",
  "pages",
  "toArray",
  "status",
  "value",
  "reason",
  "displayName",
  "_debugInfo",
]);

const messagePrototypes = new WeakMap<MessageTable, object>();

/**
 * Returns the prototype of calls that resolve to a message. Reading a field of the message from the call throws, so that a
 * program in plain JavaScript notices a missing `await`. In TypeScript, the compiler reports it.
 */
export function getMessagePrototype(table: MessageTable): object {
  let prototype = messagePrototypes.get(table);
  if (!prototype)
    messagePrototypes.set(
      table,
      (prototype = Object.create(Promise.prototype, createGuards(table)) as object),
    );
  return prototype;
}

/** Creates properties with the names of a message's fields, which throw when they are read. */
export function createGuards({ fields }: MessageTable): PropertyDescriptorMap {
  return createThrowingGetters(fields.map(propertyName));
}

/** The prototype of calls that start an operation. */
export const handlePrototype: object = Object.create(
  Promise.prototype,
  createThrowingGetters(["id", "resourceId", "isDone", "isUnchanged", "latest", "wait", "resource"]),
) as object;

function createThrowingGetters(names: readonly string[]): PropertyDescriptorMap {
  const guarded = names.filter((name) => !unguarded.has(name));
  return Object.fromEntries(
    guarded.map((name) => [name, { configurable: true, get: () => throwNotAwaited(name) }]),
  );
}

/** @throws TypeError always. */
function throwNotAwaited(name: string): never {
  throw typeError("CALL_MISUSED", `${name} was read from a call instead of its result: await it first`);
}
