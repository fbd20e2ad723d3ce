import { type PatternPart, readNamePattern, type ResourceType } from "@stratus/convention";

/** The name of a resource, and that of its parent. */
export interface ResourcePath {
  readonly name: string;
  /** Empty for a resource at the top. */
  readonly parent: string;
}

/**
 * The name that a new resource gets, by the pattern of its type whose names can begin with the parent (AIP-122); undefined
 * if there is none.
 */
export function pathIn({ patterns }: ResourceType, parent: string, id: string): ResourcePath | undefined {
  for (const { fits, collection, top } of readPatterns(patterns)) {
    if (collection === undefined) continue;
    const name = parent === "" ? `${top}${collection}${id}` : `${parent}/${collection}${id}`;
    if (fits.test(name)) return { name, parent };
  }
  return undefined;
}

/** A name as the patterns of its type have it; undefined if it is not one. */
export function readPath({ patterns }: ResourceType, name: string): ResourcePath | undefined {
  for (const { fits } of readPatterns(patterns)) {
    const found = fits.exec(name);
    if (found) return { name, parent: found[1] ?? "" };
  }
  return undefined;
}

/** The name is of a resource that there is once below its parent (AIP-156): `users/{user}/settings`. */
export function isSingleton({ patterns }: ResourceType, name: string): boolean {
  return readPatterns(patterns).some(({ fits, isSingle }) => isSingle && fits.test(name));
}

/** Whether a parent is one that a request names, in which `-` is any part (AIP-159). */
export function isParent(asked: string, parent: string): boolean {
  const [wanted, own] = [asked.split("/"), parent.split("/")];
  return wanted.length === own.length && wanted.every((part, index) => part === "-" || part === own[index]);
}

/** A pattern as names are made and read by it. */
interface ReadPattern {
  /** Names of it; the first group is the parent. */
  readonly fits: RegExp;
  /** The text between a parent and an identifier: `books/`. Undefined if a name does not end in a collection and one. */
  readonly collection: string | undefined;
  /** The text that begins the names of those that have no parent. */
  readonly top: string;
  readonly isSingle: boolean;
}

function readPatterns(patterns: readonly string[]): ReadPattern[] {
  return patterns.flatMap((pattern) => {
    const parts = readNamePattern(pattern);
    return parts ? [readParts(parts)] : [];
  });
}

function readParts(parts: readonly PatternPart[]): ReadPattern {
  const last = parts.at(-1);
  const isSingle = typeof last === "string";
  const text = isSingle ? last : parts.length === 1 ? "" : parts.at(-2);
  if (typeof text !== "string" || (!isSingle && text !== "" && !text.endsWith("/"))) {
    return { fits: new RegExp(`^${expression(parts)}$`), collection: undefined, top: "", isSingle };
  }
  // `/locations/global/keys/` ends in the collection; what is before it belongs to the parent.
  const start = text.lastIndexOf("/", isSingle ? undefined : text.length - 2);
  const top = text.slice(0, Math.max(0, start));
  const collection = text.slice(start + 1);
  const before = expression([...parts.slice(0, isSingle ? -1 : -2), top]);
  const own = expression(isSingle ? [collection] : [collection, ...parts.slice(-1)]);
  return {
    fits: new RegExp(before === "" ? `^()${own}$` : `^(${before})/${own}$`),
    collection: isSingle ? undefined : collection,
    top: top === "" ? "" : `${top}/`,
    isSingle,
  };
}

function expression(parts: readonly PatternPart[]): string {
  return parts
    .map((part) =>
      typeof part === "string"
        ? part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
        : part.isDeep === true
          ? ".+"
          : "[^/]+",
    )
    .join("");
}
