import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import type { Service } from "../sdk/service.js";
import { isJsonObject, isSameJson } from "../text/json-object.js";

/** Whether only the server writes a field of a message type. */
export type IsServerManaged = (type: string, field: GuideField) => boolean;

/** Fields of `metadata` that the server manages even without an annotation (conventions, section 2). */
const managedMetadata: ReadonlySet<string> = new Set([
  "resource_version",
  "created_at",
  "updated_at",
  "created_by",
]);

/** Returns which fields of the resource of an Update only the server writes. */
export function serverManagedFields(service: Service, update: GuideMethod): IsServerManaged {
  const resource = service.inputType(update);
  const request = new Set(service.message(update.request).fields.map(({ name }) => name));
  return (type, field) =>
    isManagedByServer(service, resource, type, field) ||
    // A request with a field mask contains the resource. Others have its fields.
    (type === resource && update.fieldMask === undefined && !request.has(field.name));
}

/** Whether only the server writes a field of a message in a resource, whatever the method is. */
export function isManagedByServer(
  service: Service,
  resource: string,
  type: string,
  { name, behaviors }: GuideField,
): boolean {
  if (behaviors?.includes("OUTPUT_ONLY")) return true;
  const metadata = service.message(resource).fields.find((field) => field.name === "metadata")?.type;
  return type === metadata && managedMetadata.has(name);
}

/** The version of a resource: its JSON name below `metadata` or at the top, and the value. */
export interface ResourceVersion {
  readonly path: string;
  readonly value: string;
}

/**
 * Returns the version in the JSON of a resource: `metadata.resource_version` (conventions, section 2) or `etag` (AIP-154).
 * Undefined if it has none.
 */
export function resourceVersion(
  service: Service,
  type: string,
  json: GuideJson,
): ResourceVersion | undefined {
  if (!isJsonObject(json)) return undefined;
  const { fields } = service.message(type);
  const has = (one: string, name: string): boolean =>
    service.message(one).fields.some((field) => field.name === name);
  const metadata = fields.find(({ name }) => name === "metadata")?.type ?? "";
  const below = json["metadata"];
  const version = isJsonObject(below) ? (below["resourceVersion"] ?? below["resource_version"]) : undefined;
  if (has(metadata, "resource_version") && isVersion(version))
    return { path: "metadata.resource_version", value: String(version) };
  const etag = json["etag"];
  return has(type, "etag") && isVersion(etag) ? { path: "etag", value: String(etag) } : undefined;
}

/** Whether a value is a version. An empty one and 0 are none. */
function isVersion(value: GuideJson | undefined): boolean {
  return (
    (typeof value === "string" && value !== "" && value !== "0") || (typeof value === "number" && value !== 0)
  );
}

/** Returns the names that lead to the first difference of two JSON values. */
export function firstDifference(one: GuideJson | undefined, other: GuideJson | undefined): readonly string[] {
  if (!isJsonObject(one) || !isJsonObject(other)) return [];
  const name = Object.keys({ ...one, ...other }).find((it) => !isSameJson(one[it], other[it]));
  return name === undefined ? [] : [name, ...firstDifference(one[name], other[name])];
}
