import { MessageError } from "../table/message-error.js";

/** Replaces the stack overflow of a message that contains itself by an error that names the field. */
export function explained(error: unknown, message: object): unknown {
  if (!(error instanceof RangeError)) return error;
  const field = findEndless(message);
  return field === undefined ? error : new MessageError(`the message contains itself, in its field ${field}`);
}

/** Finds the field that leads to the message itself. */
function findEndless(message: object): string | undefined {
  const open = [{ value: message, inside: iterateParts(message) }];
  const isOpen = new Map<unknown, boolean>([[message, true]]);
  let field: string | undefined;
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.inside.next();
    if (next.done) {
      isOpen.set(open.pop()?.value, false);
      continue;
    }
    const [key, value] = next.value;
    if (open.length === 1) field = String(key);
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) continue;
    if (isOpen.get(value)) return field;
    if (isOpen.has(value)) continue;
    isOpen.set(value, true);
    open.push({ value, inside: iterateParts(value) });
  }
  return undefined;
}

function iterateParts(value: object): Iterator<[unknown, unknown]> {
  return value instanceof Map ? value.entries() : Object.entries(value).values();
}
