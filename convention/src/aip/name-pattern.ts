/** The pattern of a resource's name, read: `projects/{project}/secrets/{secret}`. */

/** A piece of a pattern: text as it is, or a variable, whose value may have slashes if it is deep (`{folder=**}`). */
export type PatternPart = string | { readonly variable: string; readonly isDeep?: true };

/**
 * The parts of a pattern; undefined of one that programs cannot fill: `*`, which names everything, one with a wildcard,
 * or with a variable twice.
 */
export function readNamePattern(pattern: string): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = [];
  const variables = new Set<string>();
  let end = 0;
  for (const match of pattern.matchAll(/\{([A-Za-z_]\w*)(?:=([^{}]*))?\}/g)) {
    const [text, variable = "", inner] = match;
    // A variable of several segments is one text for a program, too.
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

/** The variables of a pattern, in its order. */
export function variablesOfPattern(parts: readonly PatternPart[]): string[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part.variable]));
}
