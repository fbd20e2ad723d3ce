import { type PatternPart, readNamePattern, type ResourceType } from "@stratus/convention";

/** The name of a resource and the name of its parent. */
export interface ResourcePath {
  readonly name: string;
  /** Empty for a top-level resource. */
  readonly parent: string;
}

/**
 * Builds the name of a new resource with the first pattern of its type that fits the parent (AIP-122). Returns undefined if no
 * pattern fits.
 */
export function buildPath({ patterns }: ResourceType, parent: string, id: string): ResourcePath | undefined {
  for (const { fits, collection, top } of readPatterns(patterns)) {
    if (collection === undefined) continue;
    const name = parent === "" ? `${top}${collection}${id}` : `${parent}/${collection}${id}`;
    if (fits.test(name)) return { name, parent };
  }
  return undefined;
}

/** Parses a name by the patterns of its type. Returns undefined if no pattern matches. */
export function readPath({ patterns }: ResourceType, name: string): ResourcePath | undefined {
  for (const { fits } of readPatterns(patterns)) {
    const found = fits.exec(name);
    if (found) return { name, parent: found[1] ?? "" };
  }
  return undefined;
}

/** Whether a name belongs to a singleton resource (AIP-156): `users/{user}/settings`. */
export function isSingleton({ patterns }: ResourceType, name: string): boolean {
  return readPatterns(patterns).some(({ fits, isSingle }) => isSingle && fits.test(name));
}

/** Whether a parent matches the parent of a request, in which `-` matches any segment (AIP-159). */
export function isParent(asked: string, parent: string): boolean {
  const [wanted, own] = [asked.split("/"), parent.split("/")];
  return wanted.length === own.length && wanted.every((part, index) => part === "-" || part === own[index]);
}

/** A parsed pattern. */
interface ParsedPattern {
  /** Matches names. The first group is the parent. */
  readonly fits: RegExp;
  /** The collection between parent and identifier: `books/`. Undefined if names do not end in a collection and an identifier. */
  readonly collection: string | undefined;
  /** The beginning of names without a parent. */
  readonly top: string;
  readonly isSingle: boolean;
}

function readPatterns(patterns: readonly string[]): ParsedPattern[] {
  return patterns.flatMap((pattern) => {
    const parts = readNamePattern(pattern);
    return parts ? [readParts(parts)] : [];
  });
}

function readParts(parts: readonly PatternPart[]): ParsedPattern {
  const last = parts.at(-1);
  const isSingle = typeof last === "string";
  const text = isSingle ? last : parts.length === 1 ? "" : parts.at(-2);
  if (typeof text !== "string" || (!isSingle && text !== "" && !text.endsWith("/"))) {
    return { fits: new RegExp(`^${expression(parts)}$`), collection: undefined, top: "", isSingle };
  }
  // `/locations/global/keys/` ends in the collection; the text before it belongs to the parent.
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
