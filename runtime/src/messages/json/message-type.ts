import type { MessageTable } from "../table/table.js";
import { OptionsError } from "../../base/text/options-error.js";

/**
 * Checks that the first of two values is a message type: in plain JavaScript they are easily given the other way round.
 *
 * @throws An OptionsError.
 */
export function requireType(table: MessageTable, name: string): void {
  if (typeof (table as Partial<MessageTable> | undefined)?.typeName === "string") return;
  throw new OptionsError(
    "ARGUMENT_INVALID",
    `${name}: the first value is a message type, and the second what it is made of: ${name}(Instance, value)`,
  );
}
