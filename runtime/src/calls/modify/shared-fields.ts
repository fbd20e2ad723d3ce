import type { KnownOrigins } from "../../messages/mask/elements/known-origins.js";
import { type Properties, propertyName } from "../../messages/table/field-access.js";
import { readUnknownFields } from "../../messages/table/unrecognized-enum.js";
import type { Field, MessageTable } from "../../messages/table/table.js";

/** A resource before and after a change, and the request that is derived from it. */
export interface ResourceChange {
  readonly resourceTable: MessageTable;
  readonly requestTable: MessageTable;
  /** The resource as it was read. */
  readonly before: object;
  /** The changed resource. New messages in it may be partial. */
  readonly after: object;
  /** From the messages that were handed out with the resource to those of `before`. */
  readonly handedOut: KnownOrigins;
}

/** A field that a request and a resource share. */
export interface SharedField {
  readonly ofRequest: Field;
  readonly ofResource: Field;
}

/** Finds the fields that a request and a resource share: they have the same proto name and type. */
export function findSharedFields(requestTable: MessageTable, resourceTable: MessageTable): SharedField[] {
  return requestTable.fields.flatMap((ofRequest) => {
    const ofResource = resourceTable.byName.get(ofRequest.name);
    return ofResource && isSameType(ofResource, ofRequest) ? [{ ofRequest, ofResource }] : [];
  });
}

/** Picks the values of these fields from a resource, under the properties of the request. */
export function pickSharedFields(resource: object, shared: readonly SharedField[]): Properties {
  const part: Properties = {};
  for (const { ofRequest, ofResource } of shared) {
    const property = propertyName(ofResource);
    // A field with unrecognized enum values only has no property. An undefined one would clear it.
    if (Object.hasOwn(resource, property)) part[propertyName(ofRequest)] = Reflect.get(resource, property);
  }
  const unrecognized = readUnknownFields(resource as Properties).filter((one) => one.unrecognized);
  return unrecognized.length > 0 ? { ...part, _unknownFields: unrecognized } : part;
}

function isSameType({ shape: one }: Field, { shape: other }: Field): boolean {
  if (one.kind !== other.kind || one.type.kind !== other.type.kind) return false;
  if (one.type.kind !== "message" || other.type.kind !== "message") return true;
  return one.type.table.typeName === other.type.table.typeName;
}
