/** Parses the pattern of a resource's name: `projects/{project}/secrets/{secret}`. */

/** A part of a pattern: literal text, or a variable, whose value may contain slashes if it is deep (`{folder=**}`). */
export type PatternPart = string | { readonly variable: string; readonly isDeep?: true };

/**
 * Parses a pattern. Returns undefined if a program cannot fill it: it is `*`, which matches every name, has a wildcard, or has a
 * variable twice.
 */
export function readNamePattern(pattern: string): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = [];
  const variables = new Set<string>();
  let end = 0;
  for (const match of pattern.matchAll(/\{([A-Za-z_]\w*)(?:=([^{}]*))?\}/g)) {
    const [text, variable = "", inner] = match;
    // A variable of several segments is one string, too.
    if (variables.has(variable) || (inner !== undefined && !/^\*{1,2}$/.test(inner))) return undefined;
    variables.add(variable);
    if (match.index > end) parts.push(pattern.slice(end, match.index));
    parts.push(inner === "**" ? { variable, isDeep: true } : { variable });
    end = match.index + text.length;
  }
  if (end < pattern.length) parts.push(pattern.slice(end));
  const isPlain = parts.every((part) => typeof part !== "string" || !/[{}*]/.test(part));
  return isPlain && pattern !== "" ? parts : undefined;
}

/** Lists the variables of a pattern in order. */
export function listPatternVariables(parts: readonly PatternPart[]): string[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part.variable]));
}
