import { carryUnknownFields } from "../../messages/mask/derive/omitted-unknown-fields.js";
import { diffWithOrigins } from "../../messages/mask/derive/diff-mask.js";
import { rejectImmutableChanges } from "../../messages/mask/derive/immutable-fields.js";
import type { Mask } from "../../messages/mask/index.js";
import {
  pairByPlace,
  composeOrigins,
  noOrigin,
  type KnownOrigins,
} from "../../messages/mask/elements/known-origins.js";
import { addCopiedStructures } from "../../messages/mask/elements/copied-structures.js";
import { restoreUnrecognized } from "../../messages/mask/fields/unrecognized-enums.js";
import { findRemovedCopy } from "../../messages/mask/derive/removed-copies.js";
import { pruneRequest } from "../../messages/mask/derive/prune-request.js";
import { rejectAmbiguousStructures } from "../../messages/mask/derive/ambiguous-structures.js";
import { addRequiredFields } from "../../messages/mask/derive/add-required-fields.js";
import type { Properties } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { copyIdentity, addEmptyParts } from "./resource-identity.js";
import { rejectServerManagedChanges } from "./server-managed-fields.js";
import { type ResourceChange, findSharedFields, pickSharedFields } from "./shared-fields.js";

/** How new messages are understood. */
export interface MatchOptions {
  /** Whether a new object may be a copy of an old message. `false`: it is another message. Default: `true`. */
  readonly matchCopies?: boolean | undefined;
}

/** The request and the mask for a change. */
export interface DerivedUpdate {
  readonly request: object;
  readonly resetMask: Mask;
  /** Whether nothing was changed. The request then only identifies the resource. */
  readonly isUnchanged: boolean;
  /** The whole resource after the change, in the form of the request. */
  readonly whole: object;
}

/**
 * Derives the Update that makes exactly one change. Unchanged fields are omitted, apart from required ones beside what is
 * sent. The request has the identifiers and the `resource_version` that were read, whatever the change did to them.
 *
 * @throws TypeError for a value that does not fit its field.
 * @throws ImmutableFieldError for a change of an immutable or server-managed field.
 * @throws MaskPathError for INPUT_ONLY values and unrecognized enum numbers that would be lost, for such numbers in unknown
 * positions, and for a structure that may have been changed or moved.
 */
export function deriveUpdate({
  resourceTable,
  requestTable,
  before,
  after,
  handedOut,
  matchCopies,
}: ResourceChange & MatchOptions): DerivedUpdate {
  rejectServerManagedChanges({ resourceTable, requestTable, before, after, handedOut });
  const shared = findSharedFields(requestTable, resourceTable);
  const [read, given] = [pickSharedFields(before, shared), pickSharedFields(after, shared)];
  const old = restoreUnrecognized(requestTable, read);
  const filled = fill(requestTable as MessageTable<object>, given) as Properties;
  const now = restoreUnrecognized(requestTable, filled);
  const toOld = old === read ? handedOut : composeOrigins(handedOut, pairByPlace(requestTable, read, old));
  const findOrigins = (message: Properties, origins: KnownOrigins): KnownOrigins => {
    const pairs = pairByPlace(requestTable, message, given);
    const found = composeOrigins(pairs, origins);
    if (matchCopies === false)
      for (const one of pairs.keys()) if (one !== message && !found.has(one)) found.set(one, noOrigin);
    return found;
  };
  const givenOrigins = findOrigins(now, toOld);
  addEmptyParts(requestTable, old, now);
  copyIdentity(requestTable, old, now);
  const change = { table: requestTable, before: old, after: now };
  const knownOrigins = addCopiedStructures({ ...change, knownOrigins: givenOrigins });
  rejectImmutableChanges(requestTable, old, now);
  rejectAmbiguousStructures({ ...change, knownOrigins });
  // With the unknown fields of its place, or without unrecognized enum numbers, a copy would no longer look like one.
  const asRead = { table: requestTable, before: read, after: filled };
  const toGiven = pairByPlace(requestTable, filled, given);
  const givenOf = (message: object): object => toGiven.get(message) ?? message;
  const removedCopy = findRemovedCopy({ ...asRead, knownOrigins: findOrigins(filled, handedOut) }, givenOf);
  carryUnknownFields({ ...change, knownOrigins });
  const resetMask = diffWithOrigins(requestTable, old, now, knownOrigins);
  if (removedCopy) throw removedCopy;
  const changed = pruneRequest(requestTable, old, now, resetMask);
  const request = (changed ?? fill(requestTable as MessageTable<object>, {})) as Properties;
  copyIdentity(requestTable, old, request);
  const isUnchanged = changed === undefined && resetMask.isEmpty;
  return { request: addRequiredFields(requestTable, request, now), resetMask, isUnchanged, whole: now };
}
