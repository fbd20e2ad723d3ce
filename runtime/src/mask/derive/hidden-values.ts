import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { holdsInputOnly } from "../fields/input-only.js";
import { shownValues, unknownPath } from "./shown-values.js";

/** Whether there may be more of a message at the server than a program sees. */
export function hides(table: MessageTable, message: Properties): boolean {
  return (
    table.once(holdsInputOnly) || shownValues(table, message).some(({ path }) => path.endsWith(unknownPath))
  );
}
