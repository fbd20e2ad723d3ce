import {
  compileQuery,
  fromQueryValue,
  type Query,
  QueryError,
  type QueryValue,
  safeText,
  UsageError,
} from "@stratus/dynamic-client";
import { jsonText } from "./show-json.js";

/** A part of a template: literal text, a path, or a range with its own parts. */
type Part =
  | { readonly text: string }
  | { readonly query: Query; readonly isProjection: boolean }
  | { readonly range: Query; readonly parts: readonly Part[] };

const step =
  /^(?:\.?\[\s*(?:'((?:\\.|[^'])*)'|"((?:\\.|[^"])*)")\s*\]|\.?\[(\*|-?\d+|-?\d*:-?\d*(?::-?\d*)?)\]|\.?\[\?\((.*?)\)\]|\.(\*)|\.?((?:\\.|[^.[\]\s{}\\])+))/s;

/**
 * Converts a path of kubectl's JSONPath, such as `.items[?(@.spec.cpu>4)].metadata.name`, to JMESPath, in which all queries
 * are evaluated.
 *
 * @throws A UsageError if the path has a step without an equivalent.
 */
export function toJmesPath(path: string): string {
  let rest = path.trim().replace(/^[$@]/, "");
  let query = "";
  while (rest !== "" && rest !== ".") {
    const found = step.exec(rest);
    if (!found)
      throw new UsageError(
        "ARGUMENT_INVALID",
        `${path} is not a path such as {.items[*].metadata.name}: ${rest}`,
      );
    const [whole, single, double, index, filter, star, name] = found;
    const field = single ?? double ?? name;
    const dot = query === "" ? "" : ".";
    if (field !== undefined) query += dot + JSON.stringify(field.replace(/\\(.)/gs, "$1"));
    else if (index !== undefined) query += `[${index}]`;
    else if (filter !== undefined) query += `[?${toCondition(filter)}]`;
    else query += dot + (star ?? "");
    rest = rest.slice(whole.length);
  }
  return query === "" ? "@" : query;
}

/** Converts the condition of a filter: its paths begin with `@`, and its literals have no backquotes. */
function toCondition(filter: string): string {
  return filter.replace(
    /'[^']*'|"([^"]*)"|@((?:\.[\w-]+|\[[^\]]*\])*)|(?<![\w.])(-?\d+(?:\.\d+)?|true|false|null)(?![\w.])/g,
    (whole, text: string | undefined, path: string | undefined, literal: string | undefined) => {
      if (text !== undefined) return `'${text}'`;
      if (path !== undefined) return toJmesPath(path);
      return literal === undefined ? whole : `\`${literal}\``;
    },
  );
}

/** Two dots outside brackets and quotes: the recursive descent. */
const descent = /\.\.(?![^[]*\])/;

/** A step that selects several values. */
const projection = /\[(?:\*|\?|[^\]]*:)|\.\*/;

/** A union of fields or indexes in brackets: `['metadata.name','spec.cpu']` or `[0,2]`. A quoted field may be a path. */
const union = /\[\s*((?:'[^']*'|"[^"]*"|-?\d+)(?:\s*,\s*(?:'[^']*'|"[^"]*"|-?\d+))+)\s*\]/;

/**
 * Compiles a path to a query. A union selects what each of its members selects, one after the other, as kubectl does.
 *
 * @throws A UsageError if the path is invalid.
 */
export function compilePath(path: string): Query {
  const [whole, members] = union.exec(path) ?? [];
  if (whole === undefined || members === undefined) return compileDescent(path);
  const queries = [...members.matchAll(/'([^']*)'|"([^"]*)"|(-?\d+)/g)].map(([, single, double, index]) =>
    compilePath(path.replace(whole, () => (index === undefined ? `.${single ?? double}` : `[${index}]`))),
  );
  return (value) => queries.flatMap((query) => listOf(query(value)));
}

/** Whether a path may select several values. */
export function isProjection(path: string): boolean {
  return projection.test(path) || descent.test(path) || union.test(path);
}

/** Compiles a path without unions. JMESPath has no recursive descent. */
function compileDescent(path: string): Query {
  const [first = "", ...rest] = path.split(descent);
  const start = compileSteps(first);
  if (rest.length === 0) return start;
  const steps = rest.map((steps) => ({ query: compileSteps(steps), isProjection: projection.test(steps) }));
  return (value) =>
    steps.reduce<readonly QueryValue[]>(
      (found, { query, isProjection }) =>
        found.flatMap(descendants).flatMap((one) => {
          const selected = query(one);
          return isProjection || selected === null ? listOf(selected) : [selected];
        }),
      [start(value)],
    );
}

/** Returns a value and all that it contains, each container before its content. */
function descendants(value: QueryValue): readonly QueryValue[] {
  const found: QueryValue[] = [];
  for (let open = [value]; open.length > 0;) {
    const one = open.pop() ?? null;
    found.push(one);
    if (typeof one === "object" && one !== null)
      for (const inside of (Object.values(one) as QueryValue[]).toReversed()) open.push(inside);
  }
  return found;
}

function compileSteps(path: string): Query {
  try {
    return compileQuery(toJmesPath(path));
  } catch (error) {
    throw error instanceof QueryError
      ? new UsageError("ARGUMENT_INVALID", `${path} is not a valid path: ${error.message}`)
      : error;
  }
}

/** Prints a value as a template asks. */
export type Template = (value: QueryValue) => string;

/**
 * Compiles a template of kubectl's `-o jsonpath=`: text, paths in braces, quoted text in braces, and
 * `{range PATH}...{end}`. Several values of a path are separated by spaces.
 *
 * @throws A UsageError if the template is invalid.
 */
export function compileTemplate(text: string): Template {
  const tokens = [...text.matchAll(/\{((?:"(?:\\.|[^"])*"|'[^']*'|[^{}])*)\}|[^{}]+|[{}]/gs)];
  const parts = readParts(
    tokens.map(([whole, inside]) => ({ whole, inside: inside?.trim() })),
    false,
  );
  return (value) => `${safeText(print(parts, value)).replace(/\n$/, "")}\n`;
}

interface TemplateToken {
  readonly whole: string;
  readonly inside: string | undefined;
}

function readParts(tokens: TemplateToken[], isRange: boolean): readonly Part[] {
  const parts: Part[] = [];
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    const { whole, inside } = token;
    if (inside === "end" && isRange) return parts;
    if (inside === undefined && /^[{}]$/.test(whole))
      throw new UsageError(
        "ARGUMENT_INVALID",
        "jsonpath: a brace is not closed; write {.items[*].metadata.name}",
      );
    if (inside === undefined) parts.push({ text: whole });
    else if (/^["']/.test(inside)) parts.push({ text: unescaped(inside.slice(1, -1)) });
    else if (inside.startsWith("range "))
      parts.push({ range: compilePath(inside.slice(6)), parts: readParts(tokens, true) });
    else
      parts.push({
        query: compilePath(inside),
        isProjection: isProjection(inside),
      });
  }
  if (isRange) throw new UsageError("ARGUMENT_INVALID", "jsonpath: {range ...} needs {end}");
  return parts;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
}

function print(parts: readonly Part[], value: QueryValue): string {
  return parts
    .map((part) => {
      if ("text" in part) return part.text;
      if ("range" in part)
        return listOf(part.range(value))
          .map((one) => print(part.parts, one))
          .join("");
      const found = part.query(value);
      return (part.isProjection ? listOf(found) : [found]).map(valueText).join(" ");
    })
    .join("");
}

/** Returns the values of a list, or the only value. */
export function listOf(value: QueryValue): readonly QueryValue[] {
  if (Array.isArray(value)) return value as readonly QueryValue[];
  return value === null ? [] : [value];
}

/** Formats a value in one line: text as it is, nothing for null, and JSON for objects and lists. */
export function valueText(value: QueryValue): string {
  const json = fromQueryValue(value);
  if (json === null) return "";
  return typeof json === "object" ? jsonText(json) : String(json);
}
