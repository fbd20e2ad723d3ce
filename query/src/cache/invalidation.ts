import type { CallKey } from "../client/call-key.js";
import type { CallDescription } from "../client/describe-call.js";

type Properties = { readonly [name: string]: unknown };

/** The resource that a mutation changes, as far as it is known. */
export interface ChangedNames {
  /** Its IDs, or its resource names (AIP-122). A move has two. */
  readonly ids: readonly string[];
  /** The IDs or the resource names of its parents. */
  readonly parents: readonly string[];
}

/**
 * Finds the names of the resource in what a mutation sends and returns. By the convention, `metadata` of a resource has `id`
 * and `parent_id`, and requests have them themselves. By AIP-122, the name of a resource begins with that of its parent.
 */
export function findNames(...values: readonly unknown[]): ChangedNames {
  const found = values.map(readNames);
  const ids = unique(found.map(({ id }) => id));
  const named = ids.filter(isResourceName).map((id) => id.split("/").slice(0, -2).join("/"));
  return { ids, parents: unique([...found.map(({ parent }) => parent), ...named]) };
}

function unique(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names)].filter((name) => name !== undefined);
}

function readNames(value: unknown): {
  readonly id?: string | undefined;
  readonly parent?: string | undefined;
} {
  if (typeof value !== "object" || value === null) return {};
  const { metadata, ...others } = value as Properties;
  const { id, parentId, parent } = { ...others, ...(metadata as object | undefined) } as Properties;
  // A request of AIP-134 has the resource inside.
  const messages = metadata ? [] : [value, ...Object.values(others)];
  const named = messages.map((one) => (one as Properties | null | undefined)?.["name"]).find(isResourceName);
  return { id: toName(id) ?? named, parent: toName(parentId) ?? toName(parent) };
}

/** An ID as text. IDs may be numbers. An empty one names nothing. */
function toName(value: unknown): string | undefined {
  return value && /string|number|bigint/.test(typeof value) ? String(value) : undefined;
}

function isResourceName(name: unknown): name is string {
  return typeof name === "string" && name.includes("/");
}

/**
 * Returns whether a mutation may change the data of a query: a read that names the resource or something inside it, or lists
 * the resources of its parent. In the same service, unknown names count as equal. Reads of other services concern it by its
 * resource name.
 */
export function isConcerned(
  call: CallDescription,
  changed: ChangedNames,
  queryKey: readonly unknown[],
): boolean {
  const [sdk, cacheScope, service, , request] = queryKey as CallKey;
  if (sdk !== call.sdk || cacheScope !== (call.cacheScope ?? null)) return false;
  if (!call.rpc) return arePathsRelated(pathOf(call.request), pathOf(request));
  const isOwn = service === call.service;
  const [ids, parents] = [changed.ids, changed.parents].map((names) =>
    isOwn ? names : names.filter(isResourceName),
  ) as [string[], string[]];
  const { id, name, parentId, parent } = (request ?? {}) as Properties;
  const listed = toName(parentId) ?? toName(parent);
  const read = toName(id) ?? (listed === undefined && isResourceName(name) ? name : undefined);
  const target = read ?? listed;
  if (target === undefined) return isOwn;
  if (isOwn && (read === undefined ? parents : ids).length === 0) return true;
  return (
    ids.some((one) => isBelow(target, one)) || parents.some((one) => target === listed && isSame(target, one))
  );
}

/** Whether a name is another one, or that of something inside it. `-` stands for all names (AIP-159). */
function isBelow(name: string, other: string): boolean {
  const parts = name.split("/");
  return other.split("/").every((part, index) => parts[index] === part || parts[index] === "-");
}

function isSame(name: string, other: string): boolean {
  return isBelow(name, other) && name.split("/").length === other.split("/").length;
}

/** The path of a URL, without the name of a custom method (AIP-136). */
function pathOf(request: unknown): string {
  const { url = "" } = request as { readonly url?: string };
  return url.replace(/\?.*/, "").replace(/\/$|:[a-zA-Z]+$/, "");
}

/** Whether a URL is that of a change, of a collection that has it, or of something inside it (RFC 9111, section 4.4). */
function arePathsRelated(one: string, other: string): boolean {
  return isBelow(one, other) || isBelow(other, one);
}
