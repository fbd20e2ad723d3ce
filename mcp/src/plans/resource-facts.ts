import { isJsonObject, kebabCase, type Service } from "@stratus/dynamic-client";
import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { exactPath, exactText } from "../text/exact-text.js";
import { truncate } from "../text/quote-data.js";
import { digest } from "./binding.js";
import type { Difference } from "./differences.js";

/** A field of a resource that holds one text or number. */
export interface ScalarField {
  /** The name in snake case, as in `resource_version`. */
  readonly name: string;
  readonly kind: GuideField["kind"];
  readonly path: readonly string[];
  readonly value: number | string;
}

const identityNames = ["display_name", "id", "name", "parent", "parent_id", "title"];
const versionNames = ["etag", "generation", "resource_version", "revision", "version"];

/** The maximum number of changed values that are described, and the maximum length of each. */
const [maxReplaced, maxLength] = [12, 60] as const;

/**
 * Returns the scalar fields of a resource, and those of its field `metadata` if the API declares it as a message. A map of
 * that name contains what users write.
 */
function scalarFields(
  service: Service,
  type: string | undefined,
  resource: GuideJson,
): readonly ScalarField[] {
  if (!isJsonObject(resource)) return [];
  return service.message(type).fields.flatMap((field): readonly ScalarField[] => {
    const json = service.jsonName(field);
    const value = Object.hasOwn(resource, json) ? resource[json] : undefined;
    if (field.name === "metadata" && service.isStructure(field) && value !== undefined)
      return scalarFields(service, field.type, value).flatMap((one) =>
        one.path.length === 1 ? [{ ...one, path: [json, ...one.path] }] : [],
      );
    if (!isScalar(field) || (typeof value !== "string" && typeof value !== "number") || value === "")
      return [];
    const name = kebabCase(field.name).replaceAll("-", "_");
    return [{ name, kind: field.kind, path: [json], value }];
  });
}

function isScalar({ kind, isList, mapKey }: GuideField): boolean {
  return kind !== "message" && kind !== "json" && isList !== true && mapKey === undefined;
}

/**
 * Describes a resource by the names that the API gives it: `metadata.name web-1, metadata.parentId p1`. Values that the
 * request already names are left out.
 */
export function identityText(
  service: Service,
  type: string | undefined,
  resource: GuideJson,
  request: GuideJson,
): string {
  const known = isJsonObject(request) ? Object.values(request) : [];
  return scalarFields(service, type, resource)
    .filter(({ name, value }) => identityNames.includes(name) && !known.includes(value))
    .map(({ path, value }) => `${exactPath(path)} ${shortText(value)}`)
    .join(", ");
}

/** Returns the name of a resource for people. Undefined if it has none. */
export function resourceName(
  service: Service,
  type: string | undefined,
  resource: GuideJson,
): string | undefined {
  const fields = scalarFields(service, type, resource);
  const names = ["display_name", "name", "title"].map((name) => fields.find((one) => one.name === name));
  const found = names.find((one) => one !== undefined);
  return found && String(found.value);
}

/** Returns the fields that contain the version of a resource. */
export function versionFields(
  service: Service,
  type: string | undefined,
  resource: GuideJson,
): readonly ScalarField[] {
  return scalarFields(service, type, resource).filter(({ name }) => versionNames.includes(name));
}

/** Describes the values that a change replaces: `spec.cpu 4`. Of lists it describes what they lose and gain. */
export function replacedText(differences: readonly Difference[]): string {
  const texts = differences.slice(0, maxReplaced).map(({ path, before, after }) => {
    const place = exactPath(path);
    if (!Array.isArray(before) || !Array.isArray(after)) return `${place} ${shortText(before)}`;
    const [gone, fresh] = [without(before, after), without(after, before)];
    return `${place} loses ${shortText(gone)} and gains ${shortText(fresh)}`;
  });
  const rest = differences.length - texts.length;
  return [...texts, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

function without(list: readonly GuideJson[], other: readonly GuideJson[]): readonly GuideJson[] {
  const texts = new Set(other.map((one) => JSON.stringify(one)));
  return list.filter((one) => !texts.has(JSON.stringify(one)));
}

/** Writes a value of the API, at most `most` characters of it. */
export function shortText(value: GuideJson | undefined, most: number = maxLength): string {
  if (value === undefined) return "unset";
  if (typeof value === "string") return exactText(truncate(value, most));
  const text = JSON.stringify(value);
  return text.length > most || /[^\x20-\x7e]/.test(text) ? exactText(truncate(text, most)) : text;
}

/**
 * Returns a digest of a resource that changes with its version and with every field that clients can write. Fields that only
 * the server writes, such as a state, do not count.
 */
export function fingerprintResource(service: Service, type: string | undefined, resource: GuideJson): string {
  const versions = versionFields(service, type, resource).map(({ value }) => value);
  return digest(JSON.stringify([versions, writable(service, type, resource)])) ?? "";
}

function writable(service: Service, type: string | undefined, value: GuideJson): GuideJson {
  if (Array.isArray(value)) return value.map((one: GuideJson) => writable(service, type, one));
  if (!isJsonObject(value)) return value;
  const fields = new Map(service.message(type).fields.map((field) => [service.jsonName(field), field]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const field = fields.get(name);
      if (field?.behaviors?.includes("OUTPUT_ONLY")) return [];
      return [[name, field && field.mapKey === undefined ? writable(service, field.type, one) : one]];
    }),
  );
}
