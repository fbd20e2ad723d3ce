import type { CallKey } from "../client/call-key.js";
import type { CallDescription } from "../client/describe-call.js";

type Properties = { readonly [name: string]: unknown };
type Texts = { readonly [name: string]: string | undefined };

/** The resource that a mutation changes, as far as it is known. */
export interface ChangedNames {
  /** Its ID, or its resource name (AIP-122). */
  readonly id?: string | undefined;
  /** The ID or the resource name of its parent. */
  readonly parent?: string | undefined;
}

/**
 * Finds the names of the resource in what a mutation sends and returns. The first value that has a name counts. By the
 * convention, `metadata` of a resource has `id` and `parent_id`, and requests have them themselves. By AIP-122, the name of
 * a resource begins with that of its parent.
 */
export function findNames(...values: readonly unknown[]): ChangedNames {
  const found = values.map(readNames);
  const id = found.find((one) => one.id)?.id;
  const parent = found.find((one) => one.parent)?.parent ?? parentName(id);
  return { id, parent };
}

function readNames(value: unknown): ChangedNames {
  if (typeof value !== "object" || value === null) return {};
  const { metadata, ...others } = value as Properties;
  const { id, parentId, parent } = { ...others, ...(metadata as object | undefined) } as Texts;
  // A request of AIP-134 has the resource inside.
  const messages = metadata ? [] : [value, ...Object.values(others)];
  const named = messages.map((one) => (one as Properties | null | undefined)?.["name"]).find(isResourceName);
  return { id: id || named, parent: parentId || parent || undefined };
}

function isResourceName(name: unknown): name is string {
  return typeof name === "string" && name.includes("/");
}

function parentName(id: string | undefined): string | undefined {
  return id?.includes("/") ? id.split("/").slice(0, -2).join("/") : undefined;
}

/**
 * Returns whether a mutation may change the data of a query: a read of the same service that names the resource, or lists
 * the resources of its parent. Unknown names count as equal.
 */
export function isConcerned(
  call: CallDescription,
  changed: ChangedNames,
  queryKey: readonly unknown[],
): boolean {
  const [sdk, cacheScope, service, , request] = queryKey as CallKey;
  if (sdk !== call.sdk || cacheScope !== (call.cacheScope ?? null)) return false;
  if (!call.rpc) return arePathsRelated(call.request, request);
  if (service !== call.service) return false;
  const { id, name, parentId, parent = parentId } = request as Texts;
  const read = id ?? (parent === undefined && isResourceName(name) ? name : undefined);
  if (read !== undefined) return changed.id === undefined || isBelow(read, changed.id);
  return parent === undefined || changed.parent === undefined || matchesParent(parent, changed.parent);
}

/** Whether a name is another one, or that of something inside it. */
function isBelow(name: string, other: string): boolean {
  return name === other || name.startsWith(`${other}/`);
}

/** Compares a parent with that of a List, in which `-` stands for all (AIP-159). */
function matchesParent(listed: string, parent: string): boolean {
  const names = parent.split("/");
  const listedNames = listed.split("/");
  return (
    names.length === listedNames.length &&
    listedNames.every((one, index) => one === "-" || one === names[index])
  );
}

/** Whether a URL is that of a change, of a collection that has it, or of something inside it (RFC 9111, section 4.4). */
function arePathsRelated(changed: unknown, read: unknown): boolean {
  const [one = "", other = ""] = [changed, read].map(
    (request) => (request as { url?: string }).url?.split("?")[0],
  );
  return isBelow(one, other) || isBelow(other, one);
}
