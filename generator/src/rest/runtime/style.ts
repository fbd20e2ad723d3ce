/**
 * Writers of parameters by the styles of the OpenAPI specification ("Style
 * Values"). A bundle contains those that its operations use. A writer throws for a
 * value that a server would read as something else.
 */

import { writeJson } from "./json-text.js";

/** Serializes the value of a parameter. */
export interface ParameterWriter {
  (
    name: string,
    value: unknown,
    params: Readonly<Record<string, unknown>>,
    check?: CheckArgument,
  ): string | undefined;
  /** The names of the parameters that it reads from `params`, if they are others. */
  readonly names?: readonly string[];
}

/** Checks an argument against its description. Throws if it must not be sent. */
export type CheckArgument = (
  name: string,
  value: unknown,
  guard: (value: unknown) => boolean,
  rule: string,
) => void;

type Entry = readonly [name: string, text: string];

/** `a=1&b=2` for `{ a: 1, b: 2 }`; a list is repeated, as in `name=1&name=2`. */
export const formFields: ParameterWriter = (name, value) => writeQuery(listFields(name, value));

/** `a=1&b=2&b=3` for `{ a: 1, b: [2, 3] }`: the parameter is the whole query. */
export const queryForm: ParameterWriter = (_, value) =>
  writeQuery(
    Object.entries(value as object).flatMap(([name, part]) =>
      part === undefined ? [] : listFields(name, part),
    ),
  );

/** A constant query. */
export const fixedQuery =
  (query: string): ParameterWriter =>
  () =>
    query;

/** `name=1,2` or `name=a,1,b,2`. Commas inside of values are escaped. */
export const formJoined: ParameterWriter = (name, value) => joinedAs(name, value, ",");

/** `name=1%202`: a list with spaces between its items. */
export const spaceJoined: ParameterWriter = (name, value) => joinedAs(name, value, "%20");

/** `name=1%7C2`: a list with bars between its items. */
export const pipeJoined: ParameterWriter = (name, value) => joinedAs(name, value, "%7C");

/** `name[a]=1&name[b][c]=2`; the items of a list have their index, as in `name[d][0]=3`. */
export const deepObject: ParameterWriter = (name, value) =>
  writeQuery(deepFields(name, value, (index) => `[${index}]`));

/** `deepObject` with `name[d][]=3` for each item of a list, as Rails and PHP expect. */
export const deepBrackets: ParameterWriter = (name, value) => writeQuery(deepFields(name, value, () => "[]"));

/** `deepObject` with `name[d]=3` for each item of a list. */
export const deepRepeated: ParameterWriter = (name, value) => writeQuery(deepFields(name, value, () => ""));

/** Does not escape `:/?@!$'()*,;` (`allowReserved`). */
export const reserved =
  (write: ParameterWriter): ParameterWriter =>
  (name, value, params) =>
    write(name, value, params)?.replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g, decodeURIComponent);

/** `name=%7B%22a%22%3A1%7D`: the value as JSON, for a parameter with `content`. */
export const jsonField: ParameterWriter = (name, value) =>
  `${encodeURIComponent(name)}=${encodeURIComponent(writeJson(value))}`;

/** Writes a parameter whose name in `params` differs from the sent name. */
export const named =
  (wireName: string, write: ParameterWriter): ParameterWriter =>
  (_, value, params) =>
    write(wireName, value, params);

/** `1,2`, `a,1,b,2` or `a=1,b=2`: in a path. */
export const pathSimple = (isExploded: boolean): ParameterWriter => inPath("", ",", isExploded);

/** `.1.2` if exploded, else `.1,2`: in a path. */
export const pathLabel = (isExploded: boolean): ParameterWriter =>
  inPath(".", isExploded ? "." : ",", isExploded);

/** `;name=1;name=2` if exploded, else `;name=1,2`: in a path. */
export const pathMatrix =
  (isExploded: boolean): ParameterWriter =>
  (name, value) => {
    if (!isExploded) return `;${encodeURIComponent(name)}=${joinParts(value, ",", encodeURIComponent)}`;
    return listFields(name, value)
      .map(([key, text]) => `;${encodeURIComponent(key)}=${encodeURIComponent(text)}`)
      .join("");
  };

/** The value as JSON, in a path. */
export const pathJson: ParameterWriter = (_, value) => encodeURIComponent(writeJson(value));

/** `1,2`, `a,1,b,2` or `a=1,b=2`: in a header, which has no escapes. */
export const headerSimple =
  (isExploded: boolean): ParameterWriter =>
  (_, value) => {
    const write = Object(value) === value ? withoutComma : plain;
    if (!isExploded || !isRecord(value)) return joinParts(value, ",", write);
    return listEntries(value)
      .map((entry) => entry.map(write).join("="))
      .join(",");
  };

function withoutComma(text: string): string {
  if (text.includes(",")) throw new Error("it contains a comma, which separates the parts of a header");
  return text;
}

/** The value as JSON, in a header. */
export const headerJson: ParameterWriter = (_, value) => writeJson(value);

function inPath(start: string, separator: string, isExploded: boolean): ParameterWriter {
  return (_, value) => {
    if (!isExploded || !isRecord(value)) return start + joinParts(value, separator, encodeURIComponent);
    return start + listEntries(value).map(writePair).join(separator);
  };
}

function joinedAs(name: string, value: unknown, separator: string): string {
  return `${encodeURIComponent(name)}=${joinParts(value, separator, encodeURIComponent)}`;
}

/** Joins the items of a list, or the names and values of an object. */
function joinParts(value: unknown, separator: string, encode: (text: string) => string): string {
  const texts = isRecord(value) ? listEntries(value).flat() : [value].flat().map((item) => writeText(item));
  return texts.map(encode).join(separator);
}

const plain = (text: string): string => text;

function writePair([name, text]: Entry): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
}

function writeQuery(entries: readonly Entry[]): string {
  return entries.map(writePair).join("&");
}

function listFields(name: string, value: unknown): readonly Entry[] {
  return isRecord(value)
    ? listEntries(value)
    : listPresent(value).map((item) => [name, writeText(item)] as const);
}

function deepFields(name: string, value: unknown, item: (index: string) => string): readonly Entry[] {
  if (value === undefined || value === null) return [];
  if (!isRecord(value) && !Array.isArray(value)) return [[name, writeText(value)]];
  return Object.entries(value as object).flatMap(([key, part]: [string, unknown]) => {
    const step = Array.isArray(value) ? item(key) : `[${key}]`;
    return deepFields(`${name}${step}`, part, item);
  });
}

function listEntries(value: object): readonly Entry[] {
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined || part === null ? [] : [[key, writeText(part)] as const],
  );
}

/** Returns the items of a list, or the value itself, without null and undefined, which forms cannot contain. */
export function listPresent(value: unknown): readonly unknown[] {
  return [value].flat().filter((item) => item !== undefined && item !== null);
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Converts a string, a finite number or a boolean into text. Throws for other values, which a server would misread, with
 * the name of what contains them.
 */
export function writeText(value: unknown, name = "it"): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${name} contains ${value}`);
  if (typeof value === "string" && /\p{Surrogate}/u.test(value))
    throw new Error(`${name} contains half a surrogate pair, which UTF-8 cannot encode`);
  if (/^(string|number|boolean|bigint)$/.test(typeof value)) return String(value);
  const kind = value === null ? "null" : Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
  throw new Error(`${name} contains ${kind}`);
}
