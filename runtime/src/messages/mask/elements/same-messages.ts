import type { Properties } from "../../table/field-access.js";
import type { Field } from "../../table/table.js";
import { heldMessages } from "../fields/message-fields.js";
import { standingIn } from "./element-identity.js";
import type { Succession } from "./lineage.js";

/** A message that is where it was, before and after, and its index or key if it is one of many. */
type SameMessage = readonly [old: Properties, now: Properties, key?: string];

/**
 * The messages of a field that are the same as those at their places. A structure that is alone in its field is, unless
 * it is the very object that was elsewhere.
 *
 * @param succession the message around, with the table of the messages in the field
 */
export function sameIn(field: Field, succession: Succession<Properties>): SameMessage[] {
  const { before, after, lineage } = succession;
  if (field.shape.kind !== "single") {
    return standingIn(field, succession).flatMap(({ old, element, key, isSame }): SameMessage[] =>
      old !== undefined && isSame ? [[old, element, key]] : [],
    );
  }
  const [[[, old] = []], [[, now] = []]] = [heldMessages(before, field), heldMessages(after, field)];
  const origin = now && lineage.get(now);
  return old && now && (origin ?? old) === old ? [[old, now]] : [];
}
