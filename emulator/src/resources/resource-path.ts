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
  for (const parts of readPatterns(patterns)) {
    const last = parts.at(-1);
    if (typeof last !== "object") continue;
    const prefix = expression(parts.slice(0, -1), "[^/]+");
    const collection = parts.at(-2);
    // `projects/{project}/secrets/` ends in the collection, which the parent does not have.
    const text = typeof collection === "string" ? collection.replace(/^\//, "") : "";
    const name = parent === "" ? `${text}${id}` : `${parent}/${text}${id}`;
    if (new RegExp(`^${prefix}[^/]+$`).test(name)) return { name, parent };
  }
  return undefined;
}

/** A name as the patterns of its type have it; undefined if it is not one. */
export function readPath({ patterns }: ResourceType, name: string): ResourcePath | undefined {
  const fits = readPatterns(patterns).some((parts) =>
    new RegExp(`^${expression(parts, "[^/]+")}$`).test(name),
  );
  return fits ? { name, parent: parentOf(name) } : undefined;
}

/** The name without its last collection and the last part: `projects/p` of `projects/p/secrets/s`. */
export function parentOf(name: string): string {
  return name.split("/").slice(0, -2).join("/");
}

/** Whether a parent is one that a request names, in which `-` is any part (AIP-159). */
export function isParent(asked: string, parent: string): boolean {
  const [wanted, own] = [asked.split("/"), parent.split("/")];
  return wanted.length === own.length && wanted.every((part, index) => part === "-" || part === own[index]);
}

function readPatterns(patterns: readonly string[]): (readonly PatternPart[])[] {
  return patterns.flatMap((pattern) => {
    const parts = readNamePattern(pattern);
    return parts ? [parts] : [];
  });
}

function expression(parts: readonly PatternPart[], variable: string): string {
  return parts
    .map((part) => (typeof part === "string" ? part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : variable))
    .join("");
}
