import { typeError } from "../../base/text/coded-error.js";
import { camelCase } from "../../messages/table/camel-case.js";
import { describe } from "../../base/text/value-text.js";

/** A brand for the compiler. It distinguishes the names of different resource types and does not exist at run time. */
declare const resourceType: unique symbol;

/**
 * A resource name (AIP-122) that the functions of its type have formatted. Requests accept any string. Use this type in your
 * own functions to accept only names of one resource type.
 */
export type ResourceName<Type extends string> = string & { readonly [resourceType]: Type };

/** The names of one type of resources. */
export interface ResourceNames<Type extends string, Parts extends object> {
  /**
   * Formats the name with these parts.
   *
   * @throws TypeError for a part that is missing, empty, or contains a separator.
   */
  readonly path: (parts: Parts) => ResourceName<Type>;
  /** Parses the parts of a name; undefined if it is not a name of this type. */
  readonly parse: (name: string) => Parts | undefined;
}

/** A parsed pattern. */
interface Pattern {
  /** The texts before, between and after the variables. */
  readonly texts: readonly string[];
  /** The properties of the variables, in order. */
  readonly variables: readonly string[];
  /** Whether each variable may contain slashes. */
  readonly isDeep: readonly boolean[];
}

/** Creates the functions for names by patterns such as `projects/{project}/secrets/{secret}`, parsed on first use. */
export function resourceNames<Type extends string, Parts extends object>(
  type: Type,
  ...patterns: readonly string[]
): ResourceNames<Type, Parts> {
  let read: readonly Pattern[] | undefined;
  const all = (): readonly Pattern[] => (read ??= patterns.map(parsePattern));
  return {
    // The brand does not exist at run time.
    path: (parts) =>
      formatName(type, all(), parts as { readonly [name: string]: unknown }) as ResourceName<Type>,
    parse(name) {
      for (const pattern of all()) {
        const parts = parseName(pattern, name);
        // The generator derives the type of the parts from the patterns.
        if (parts !== undefined) return parts as Parts;
      }
      return undefined;
    },
  };
}

/**
 * Formats the name of a resource below a parent by the first pattern that fits. Returns undefined if none does.
 *
 * @param parent the name of the parent; empty for a resource without one
 * @param id the last segment of the name
 */
export function formatChildName(patterns: readonly string[], parent: string, id: string): string | undefined {
  for (const pattern of patterns.map(parsePattern)) {
    const [collection = "", end] = pattern.texts.slice(-2);
    if (end !== "" || !collection.endsWith("/")) continue;
    // The text before the collection, as in `locations/global/keys/`, belongs to the parent.
    const start = collection.lastIndexOf("/", collection.length - 2) + 1;
    const name = parent === "" ? collection + id : `${parent}/${collection.slice(start)}${id}`;
    if (parseName(pattern, name)) return name;
  }
  return undefined;
}

function parsePattern(pattern: string): Pattern {
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

function formatName(
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
    throw typeError(
      "ARGUMENT_INVALID",
      `a name of ${type} has the parts ${known}, got { ${given.join(", ")} }`,
    );
  }
  const { texts, variables, isDeep } = pattern;
  return variables.reduce((name, variable, index) => {
    const value = parts[variable];
    const next = texts[index + 1] ?? "";
    checkPart(type, variable, value, isDeep[index] ? undefined : next);
    return name + String(value) + next;
  }, texts[0] ?? "");
}

/** @throws TypeError for a part that would change how the name is parsed. */
function checkPart(type: string, variable: string, value: unknown, next: string | undefined): void {
  const separator = next === undefined || next.startsWith("/") ? "" : next.charAt(0);
  const isInvalid =
    typeof value !== "string" ||
    value === "" ||
    (next !== undefined && value.includes("/")) ||
    (separator !== "" && value.includes(separator)) ||
    /^\.{1,2}$/.test(value);
  if (!isInvalid) return;
  throw typeError(
    "ARGUMENT_INVALID",
    `${variable}: ${describe(value)} cannot be part of a name of ${type}: it must be text without "/"${separator && ` and "${separator}"`}`,
  );
}

function parseName({ texts, variables, isDeep }: Pattern, name: string): object | undefined {
  const parts: [string, string][] = [];
  let rest = name;
  for (const [index, variable] of variables.entries()) {
    const [before = "", after = ""] = [texts[index], texts[index + 1]];
    if (!rest.startsWith(before)) return undefined;
    rest = rest.slice(before.length);
    const end = findPartEnd(rest, after, isDeep[index] ?? false);
    const value = rest.slice(0, end);
    if (value === "" || (!isDeep[index] && value.includes("/"))) return undefined;
    parts.push([variable, value]);
    rest = rest.slice(end);
  }
  return rest === texts.at(-1) ? Object.fromEntries(parts) : undefined;
}

function findPartEnd(rest: string, after: string, isDeep: boolean): number {
  if (after === "") return rest.length;
  const end = isDeep ? rest.lastIndexOf(after) : rest.indexOf(after);
  return end < 0 ? rest.length : end;
}
