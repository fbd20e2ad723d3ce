import { MessageError } from "../table/message-error.js";
import { checkSerializable } from "../table/fill.js";
import type { MessageTable } from "../table/table.js";
import { errorText, withArticle } from "../../base/text/value-text.js";
import { explained } from "./recursive-message.js";

/**
 * Converts an error of the writer, which sees single values, to one with the place. Checks the message again by its table:
 * `spec.cpu: an integer from -2147483648 to 2147483647 is needed, got 4294967296`.
 */
export function toWriteError(error: unknown, message: unknown, table: MessageTable): unknown {
  if (typeof message !== "object" || message === null) {
    const given = message === null ? "null" : typeof message;
    return new MessageError(`${withArticle(table.typeName)} is needed, not ${given}`);
  }
  const reason = explained(error, message);
  if (reason !== error) return reason;
  try {
    checkSerializable(table, message);
  } catch (found) {
    return found;
  }
  // No value is wrong, so one is missing.
  const text = `this is not a whole ${table.typeName} (${errorText(error)}): make one by \`create\``;
  return new MessageError(text, { cause: error });
}

/** Converts an error of the reader to one with the type and the position. */
export function toReadError(error: unknown, { typeName }: MessageTable, at: number, length: number): unknown {
  const place = `byte ${Math.min(at, length)} of ${length}`;
  return new MessageError(`this is not ${withArticle(typeName)}, at ${place}: ${errorText(error)}`, {
    cause: error,
  });
}

/** Creates the error for input that is not bytes. */
export function notBytesError(input: unknown): MessageError {
  const name = typeof input === "object" && input !== null ? input.constructor?.name : undefined;
  return new MessageError(`a message is read from bytes (Uint8Array), not ${name ?? typeof input}`);
}
