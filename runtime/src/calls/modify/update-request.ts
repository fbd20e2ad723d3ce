import { diffWithOrigins } from "../../messages/mask/derive/diff-mask.js";
import { rejectImmutableChanges } from "../../messages/mask/derive/immutable-fields.js";
import type { Mask } from "../../messages/mask/index.js";
import { pairByPlace, composeOrigins } from "../../messages/mask/elements/known-origins.js";
import { restoreUnrecognized } from "../../messages/mask/fields/unrecognized-enums.js";
import { pruneRequest } from "../../messages/mask/derive/prune-request.js";
import { rejectAmbiguousStructures } from "../../messages/mask/derive/ambiguous-structures.js";
import { addRequiredFields } from "../../messages/mask/derive/add-required-fields.js";
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
  const old = restoreUnrecognized(requestTable, read);
  const now = restoreUnrecognized(
    requestTable,
    fill(requestTable as MessageTable<object>, given) as Properties,
  );
  const isOld = old === read ? handedOut : composeOrigins(handedOut, pairByPlace(requestTable, read, old));
  const knownOrigins = composeOrigins(pairByPlace(requestTable, now, given), isOld);
  keepParts(requestTable, old, now);
  keepIdentity(requestTable, old, now);
  rejectImmutableChanges(requestTable, old, now);
  rejectAmbiguousStructures({ table: requestTable, before: old, after: now, knownOrigins });
  const resetMask = diffWithOrigins(requestTable, old, now, knownOrigins);
  const changed = pruneRequest(requestTable, old, now, resetMask);
  const request = (changed ?? fill(requestTable as MessageTable<object>, {})) as Properties;
  keepIdentity(requestTable, old, request);
  const isUnchanged = changed === undefined && resetMask.isEmpty;
  return { request: addRequiredFields(requestTable, request, now), resetMask, isUnchanged, whole: now };
}
