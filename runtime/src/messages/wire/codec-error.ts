import { MessageError } from "../table/message-error.js";
import type { MessageTable } from "../table/table.js";
import { errorText, withArticle } from "../../base/text/value-text.js";
import { explained } from "./endless-message.js";

/**
 * Why a message could not be written. The writer sees values alone, so what went wrong is looked for once more by the
 * table, which knows the place: `spec.cpu: an integer from -2147483648 to 2147483647 is needed, got 4294967296`.
 */
export function unwritable(error: unknown, message: unknown, table: MessageTable): unknown {
  if (typeof message !== "object" || message === null) {
    const given = message === null ? "null" : typeof message;
    return new MessageError(`${withArticle(table.typeName)} is needed, not ${given}`);
  }
  const reason = explained(error, message);
  if (reason !== error) return reason;
  try {
    table.create(message);
  } catch (found) {
    return found;
  }
  // It has no wrong value: it lacks one, such as a part of a message that the compiler has not seen.
  const text = `this is not a whole ${table.typeName} (${errorText(error)}): make one by \`create\``;
  return new MessageError(text, { cause: error });
}

/** Why bytes could not be read as a message, and where in them. */
export function unreadable(error: unknown, { typeName }: MessageTable, at: number, length: number): unknown {
  const place = `byte ${Math.min(at, length)} of ${length}`;
  return new MessageError(`this is not ${withArticle(typeName)}, at ${place}: ${errorText(error)}`, {
    cause: error,
  });
}

/** The kind of a value that is not bytes. */
export function noBytes(input: unknown): MessageError {
  const name = typeof input === "object" && input !== null ? input.constructor?.name : undefined;
  return new MessageError(`a message is read from bytes (Uint8Array), not ${name ?? typeof input}`);
}
