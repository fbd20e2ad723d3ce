import { isCarried, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { haveSameKeys, isBlank, isHidden, looksOf } from "./element-looks.js";

/**
 * The rest of an old element in a new one: some field of it, unless a key says that they are two; or a field and other
 * keys; unknown if the new one shows nothing.
 */
export type Rest = "some" | "some, with other keys" | "unknown" | "none";

/** The rest of an old element in a new one that resembles none. */
export function restOf(table: MessageTable, element: Properties, old: Properties): Rest {
  const [looks, others] = [looksOf(table, element), looksOf(table, old)];
  const isShared = table.fields.some(
    (field) =>
      !isHidden(field) &&
      isCarried(element, field) &&
      isCarried(old, field) &&
      dataText(readField(element, field)) === dataText(readField(old, field)),
  );
  if (isShared) return haveSameKeys(looks, others) ? "some" : "some, with other keys";
  return isBlank(looks) ? "unknown" : "none";
}
