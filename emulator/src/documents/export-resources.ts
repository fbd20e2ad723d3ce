/** Resources as YAML documents: exported and seeded. */
import { type JsonObject, toJson } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { toDisplayJson } from "../messages/display-json.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { ResourceKinds } from "../descriptors/resource-kinds.js";

/** The member of a document that names the kind of its resource. */
export const kindKey = "$resource";

/** The resources to export. */
export interface ExportOptions {
  /** Only resources of this kind, such as `compute/instance`. All by default. */
  readonly resource?: string | undefined;
  /** Only resources of this parent. */
  readonly parentId?: string | undefined;
  /** Include the values of secret and INPUT_ONLY fields, without which a seed does not restore them. False by default. */
  readonly secrets?: boolean | undefined;
}

/**
 * Returns the resources as YAML documents, sorted by kind, parent, name and identifier.
 *
 * @throws EmulatorError if there is no such kind
 */
export async function exportResources(
  cloud: Cloud,
  kinds: ResourceKinds,
  options: ExportOptions,
): Promise<string> {
  const { stringify } = await import("yaml");
  const documents = listResources(cloud, kinds, options).map((resource) =>
    stringify(
      { [kindKey]: kinds.name(resource.typeName), ...resourceJson(cloud, resource, options.secrets) },
      { lineWidth: 0, aliasDuplicateObjects: false },
    ),
  );
  return documents.join("---\n");
}

/** Returns the stored resources that are selected, sorted. */
export function listResources(
  cloud: Cloud,
  kinds: ResourceKinds,
  { resource, parentId }: ExportOptions,
): StoredResource[] {
  cloud.now();
  const type = resource === undefined ? undefined : kinds.find(resource, "resource").typeName;
  const selected = [...cloud.resources.values()].filter(
    (one) =>
      (type === undefined || one.typeName === type) && (parentId === undefined || one.parentId === parentId),
  );
  const sortKey = ({ typeName, parentId: parent, name, id }: StoredResource): string =>
    [kinds.name(typeName), parent, name, id].join("\0");
  const keyed = selected.map((one) => [sortKey(one), one] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
}

/** Returns a resource as proto3 JSON, by default without secret and INPUT_ONLY fields. */
export function resourceJson(
  { api, view, secrets }: Cloud,
  { typeName, message }: StoredResource,
  withSecrets = false,
): JsonObject {
  const desc = api.registry.getMessage(typeName);
  if (desc === undefined) return {};
  if (withSecrets) return toJson(desc, message, { registry: api.registry }) as JsonObject;
  const shown = secrets.withoutSecrets(desc, view.visible(desc, message));
  return toDisplayJson(reflect(desc, shown, false), api.registry) as JsonObject;
}
