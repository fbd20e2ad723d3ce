import { diffAlong } from "../mask/derive/diff-mask.js";
import { requireHeldFields } from "../mask/derive/held-fields.js";
import type { Mask } from "../mask/index.js";
import { lineageOf, through, type Lineage } from "../mask/derive/lineage.js";
import { withKept } from "../mask/fields/kept-values.js";
import { prunedRequest } from "../mask/derive/pruned-request.js";
import { withRequired } from "../mask/derive/required-siblings.js";
import { type Properties, propertyName } from "../table/field-access.js";
import { fill } from "../table/fill.js";
import { unknownFieldsOf } from "../table/kept-value.js";
import type { Field, MessageTable } from "../table/table.js";
import { keepIdentity, keepParts } from "./resource-identity.js";

/** A resource before and after somebody changed it. */
interface Change {
  readonly resourceTable: MessageTable;
  readonly requestTable: MessageTable;
  /** The resource as it was read. */
  readonly before: object;
  /** The resource as it is now; messages that were added to it may be partial. */
  readonly after: object;
  /** From the messages that were handed out with the resource to those of `before`. */
  readonly handedOut: Lineage;
}

/** The request and the mask to send for a change. */
export interface UpdateParts {
  readonly request: object;
  readonly resetMask: Mask;
}

/**
 * The Update that makes a change and nothing else: what was not changed is not
 * sent, apart from required fields beside what is. The request names the resource as it was read, by its identifiers and
 * its `resource_version`, whatever became of them.
 *
 * @throws TypeError for a value that a field cannot hold.
 * @throws ImmutableFieldError for a change of what is fixed.
 * @throws MaskPathError for INPUT_ONLY values that would be lost, and for numbers of a closed enum whose place is not known.
 */
export function makeUpdate({ resourceTable, requestTable, before, after, handedOut }: Change): UpdateParts {
  const shared = sharedFields(requestTable, resourceTable);
  const [read, given] = [sharedPart(before, shared), sharedPart(after, shared)];
  const old = withKept(requestTable, read);
  const now = withKept(requestTable, fill(requestTable as MessageTable<object>, given) as Properties);
  const isOld = old === read ? handedOut : through(handedOut, lineageOf(requestTable, read, old));
  const lineage = through(lineageOf(requestTable, now, given), isOld);
  keepParts(requestTable, old, now);
  keepIdentity(requestTable, old, now);
  requireHeldFields(requestTable, old, now);
  const resetMask = diffAlong(requestTable, old, now, lineage);
  const request = prunedRequest(requestTable, old, now, resetMask) as Properties;
  keepIdentity(requestTable, old, request);
  return { request: withRequired(requestTable, request, now), resetMask };
}

/** The fields that a request and a resource have in common. */
type SharedFields = readonly (readonly [ofRequest: Field, ofResource: Field])[];

function sharedFields(requestTable: MessageTable, resourceTable: MessageTable): SharedFields {
  return requestTable.fields.flatMap((field) => {
    const own = resourceTable.byName.get(field.name);
    return own && isSameType(own, field) ? [[field, own] as const] : [];
  });
}

function sharedPart(resource: object, shared: SharedFields): Properties {
  const part: Properties = {};
  for (const [ofRequest, ofResource] of shared) {
    const property = propertyName(ofResource);
    // What a decoder has kept has no property, and one that is undefined clears it.
    if (Object.hasOwn(resource, property)) part[propertyName(ofRequest)] = Reflect.get(resource, property);
  }
  const kept = unknownFieldsOf(resource as Properties).filter((one) => one.kept);
  return kept.length > 0 ? { ...part, _unknownFields: kept } : part;
}

function isSameType({ shape: one }: Field, { shape: other }: Field): boolean {
  if (one.kind !== other.kind || one.type.kind !== other.type.kind) return false;
  if (one.type.kind !== "message" || other.type.kind !== "message") return true;
  return one.type.table.typeName === other.type.table.typeName;
}
