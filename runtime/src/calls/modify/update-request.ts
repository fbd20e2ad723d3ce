import { diffAlong } from "../../messages/mask/derive/diff-mask.js";
import { requireHeldFields } from "../../messages/mask/derive/held-fields.js";
import type { Mask } from "../../messages/mask/index.js";
import { lineageOf, through } from "../../messages/mask/elements/lineage.js";
import { withKept } from "../../messages/mask/fields/kept-values.js";
import { prunedRequest } from "../../messages/mask/derive/pruned-request.js";
import { requireSureStructures } from "../../messages/mask/derive/unsure-structure.js";
import { withRequired } from "../../messages/mask/derive/required-siblings.js";
import type { Properties } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { keepIdentity, keepParts } from "./resource-identity.js";
import { requireServersOwn } from "./servers-own.js";
import { type Change, sharedFields, sharedPart } from "./resource-change.js";

/** The request and the mask to send for a change. */
export interface UpdateParts {
  readonly request: object;
  readonly resetMask: Mask;
  /** Nothing was changed: the request names the resource, and does nothing to it. */
  readonly isUnchanged: boolean;
  /** All of the resource after the change, as the request would have it. */
  readonly whole: object;
}

/**
 * The Update that makes a change and nothing else: what was not changed is not
 * sent, apart from required fields beside what is. The request names the resource as it was read, by its identifiers and
 * its `resource_version`, whatever became of them.
 *
 * @throws TypeError for a value that a field cannot hold.
 * @throws ImmutableFieldError for a change of what is fixed, or of what the server alone writes.
 * @throws MaskPathError for INPUT_ONLY values that would be lost, for numbers of a closed enum whose place is not known,
 * and for a structure of which nobody knows whether it was changed or moved.
 */
export function makeUpdate({ resourceTable, requestTable, before, after, handedOut }: Change): UpdateParts {
  requireServersOwn({ resourceTable, requestTable, before, after, handedOut });
  const shared = sharedFields(requestTable, resourceTable);
  const [read, given] = [sharedPart(before, shared), sharedPart(after, shared)];
  const old = withKept(requestTable, read);
  const now = withKept(requestTable, fill(requestTable as MessageTable<object>, given) as Properties);
  const isOld = old === read ? handedOut : through(handedOut, lineageOf(requestTable, read, old));
  const lineage = through(lineageOf(requestTable, now, given), isOld);
  keepParts(requestTable, old, now);
  keepIdentity(requestTable, old, now);
  requireHeldFields(requestTable, old, now);
  requireSureStructures({ table: requestTable, before: old, after: now, lineage });
  const resetMask = diffAlong(requestTable, old, now, lineage);
  const changed = prunedRequest(requestTable, old, now, resetMask);
  const request = (changed ?? fill(requestTable as MessageTable<object>, {})) as Properties;
  keepIdentity(requestTable, old, request);
  const isUnchanged = changed === undefined && resetMask.isEmpty;
  return { request: withRequired(requestTable, request, now), resetMask, isUnchanged, whole: now };
}
