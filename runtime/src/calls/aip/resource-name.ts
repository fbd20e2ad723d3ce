import { camelCase } from "../../messages/table/camel-case.js";
import { describe } from "../../base/text/value-text.js";

/** Never a property of anything: tells the names of one type of resources from those of another, for the compiler. */
declare const resourceType: unique symbol;

/**
 * A resource's name (AIP-122), made by the function of its type: a string like any other. Requests take any string; a
 * program that wants to be sure takes this.
 */
export type ResourceName<Type extends string> = string & { readonly [resourceType]: Type };

/** The names of one type of resources. */
export interface ResourceNames<Type extends string, Parts extends object> {
  /**
   * The name with these parts.
   *
   * @throws A TypeError for a part that is missing, empty, or has what separates parts.
   */
  readonly path: (parts: Parts) => ResourceName<Type>;
  /** The parts of a name; undefined if it is not one of this type. */
  readonly parse: (name: string) => Parts | undefined;
}

/** A pattern, read. */
interface Pattern {
  /** The text between the variables: one more than there are variables. */
  readonly texts: readonly string[];
  /** Properties of the variables, in their order. */
  readonly variables: readonly string[];
  /** Variables that may have slashes. */
  readonly isDeep: readonly boolean[];
}

/** The names of a type by its patterns: `projects/{project}/secrets/{secret}`. Patterns are read when they are needed. */
export function resourceNames<Type extends string, Parts extends object>(
  type: Type,
  ...patterns: readonly string[]
): ResourceNames<Type, Parts> {
  let read: readonly Pattern[] | undefined;
  const all = (): readonly Pattern[] => (read ??= patterns.map(readPattern));
  return {
    // The brand is for the compiler alone.
    path: (parts) =>
      makeName(type, all(), parts as { readonly [name: string]: unknown }) as ResourceName<Type>,
    parse(name) {
      for (const pattern of all()) {
        const parts = parseName(pattern, name);
        // The patterns are those that the type of the parts was made of.
        if (parts !== undefined) return parts as Parts;
      }
      return undefined;
    },
  };
}

function readPattern(pattern: string): Pattern {
  const matches = [...pattern.matchAll(/\{(\w+)(?:=(\*{1,2}))?\}/g)];
  let end = 0;
  const texts = matches.map(({ index, 0: { length } }) => {
    const text = pattern.slice(end, index);
    end = index + length;
    return text;
  });
  return {
    texts: [...texts, pattern.slice(end)],
    variables: matches.map(([, name = ""]) => camelCase(name)),
    isDeep: matches.map(([, , wildcard]) => wildcard === "**"),
  };
}

function makeName(
  type: string,
  patterns: readonly Pattern[],
  parts: { readonly [name: string]: unknown },
): string {
  const given = Object.keys(parts).filter((name) => parts[name] !== undefined);
  const pattern = patterns.find(
    ({ variables }) => variables.length === given.length && variables.every((one) => given.includes(one)),
  );
  if (pattern === undefined) {
    const known = patterns.map(({ variables }) => `{ ${variables.join(", ")} }`).join(" or ");
    throw new TypeError(`a name of ${type} has the parts ${known}, got { ${given.join(", ")} }`);
  }
  const { texts, variables, isDeep } = pattern;
  return variables.reduce((name, variable, index) => {
    const value = parts[variable];
    const next = texts[index + 1] ?? "";
    requirePart(type, variable, value, isDeep[index] ? undefined : next);
    return name + String(value) + next;
  }, texts[0] ?? "");
}

/** @throws A TypeError for a part that would make another name of it. */
function requirePart(type: string, variable: string, value: unknown, next: string | undefined): void {
  const separator = next === undefined || next.startsWith("/") ? "" : next.charAt(0);
  const isBroken =
    typeof value !== "string" ||
    value === "" ||
    (next !== undefined && value.includes("/")) ||
    (separator !== "" && value.includes(separator)) ||
    /^\.{1,2}$/.test(value);
  if (!isBroken) return;
  throw new TypeError(
    `${variable}: ${describe(value)} cannot be part of a name of ${type}: write text without "/"${separator && ` and "${separator}"`}`,
  );
}

function parseName({ texts, variables, isDeep }: Pattern, name: string): object | undefined {
  const parts: [string, string][] = [];
  let rest = name;
  for (const [index, variable] of variables.entries()) {
    const [before = "", after = ""] = [texts[index], texts[index + 1]];
    if (!rest.startsWith(before)) return undefined;
    rest = rest.slice(before.length);
    const end = endOfPart(rest, after, isDeep[index] ?? false);
    const value = rest.slice(0, end);
    if (value === "" || (!isDeep[index] && value.includes("/"))) return undefined;
    parts.push([variable, value]);
    rest = rest.slice(end);
  }
  return rest === texts.at(-1) ? Object.fromEntries(parts) : undefined;
}

function endOfPart(rest: string, after: string, isDeep: boolean): number {
  if (after === "") return rest.length;
  const end = isDeep ? rest.lastIndexOf(after) : rest.indexOf(after);
  return end < 0 ? rest.length : end;
}
