import { isCarried, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { isInputOnly } from "../fields/input-only.js";
import { haveSameKeys, isBlank, type Looks, looksOf } from "./element-looks.js";
import { unknownPath } from "./shown-values.js";

/**
 * The rest of an old element in a new one: some field of it, or a value of the messages inside, unless a key says that
 * they are two; or that and other keys; unknown if one of the two shows nothing.
 */
export type Rest = "some" | "some, with other keys" | "unknown" | "none";

/** The rest of an old element in a new one that resembles none. */
export function restOf(table: MessageTable, element: Properties, old: Properties): Rest {
  const [looks, others] = [looksOf(table, element), looksOf(table, old)];
  const hasField = table.fields.some(
    (field) =>
      !isInputOnly(field) &&
      isCarried(element, field) &&
      isCarried(old, field) &&
      dataText(readField(element, field)) === dataText(readField(old, field)),
  );
  const isShared = hasField || shareTrait(looks, others);
  if (isShared) return haveSameKeys(looks, others) ? "some" : "some, with other keys";
  return isBlank(looks) || isBlank(others) ? "unknown" : "none";
}

function shareTrait({ traits }: Looks, others: Looks): boolean {
  return Array.from(traits).some(
    ([path, texts]) =>
      !path.endsWith(unknownPath) && texts.some((text) => others.traits.get(path)?.includes(text)),
  );
}
