/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/server-message.ts of protoc-gen-stratus. DO NOT EDIT. */
import { isObject } from "./guard.js";

/** The maximum length of a message, in characters. */
const maxLength = 200;

/** The number of errors of a list that are shown. */
const maxItems = 3;

/** The properties with the message of an error, by RFC 9457, RFC 6749, JSON:API and common frameworks. */
const textNames =
  "message error_description detail msg description reason errorMessage error_message fault faultstring title error err".split(
    " ",
  );

/** The properties with the errors of single fields. */
const listNames = "errors issues violations details invalid-params invalidParams fieldErrors".split(" ");

/** The properties with the name of a field. `loc` is that of FastAPI, `param` that of Stripe. */
const fieldNames = "field fieldName param parameter property loc pointer source path attribute".split(" ");

/**
 * Returns the server's own message in the body of an error, such as `too long, field title`, on one line of at most 200
 * characters. Returns an empty string if there is none.
 */
export function findServerMessage(body: unknown): string {
  const text = describe(body, 0).replace(/\s+/g, " ").trim();
  const shown = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapeCharacter);
  return shown.length > maxLength ? `${shown.slice(0, maxLength - 1)}…` : shown;
}

function escapeCharacter(char: string): string {
  return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") return /^\s*</.test(value) ? "" : value;
  if (depth > 4 || typeof value !== "object" || value === null) return "";
  if (Array.isArray(value)) return joinItems(value.map((one) => describe(one, depth + 1)));
  const [text = ""] = readAll(value, textNames, (one) => describe(one, depth + 1));
  const [list = ""] = readAll(value, listNames, (one) =>
    isObject(one) ? describeFields(one, depth + 1) : describe(one, depth + 1),
  );
  const [field] = readAll(value, fieldNames, describeField);
  const said = [...new Set([text, list])].filter((part) => part !== "").join(": ");
  return said !== "" && field !== undefined ? `${said}, field ${field}` : said;
}

/** Returns the non-empty texts of the properties with these names. */
function readAll(
  value: object,
  names: readonly string[],
  read: (property: unknown) => string,
): readonly string[] {
  return names.flatMap((name) =>
    Object.hasOwn(value, name) ? read((value as Record<string, unknown>)[name]) || [] : [],
  );
}

/** Describes errors by field: `{ title: ["too long"] }`. */
function describeFields(fields: Record<string, unknown>, depth: number): string {
  const isMap = !textNames.some((name) => typeof fields[name] === "string");
  if (!isMap) return describe(fields, depth);
  const parts = Object.entries(fields).map(([name, one]) => [name, describe(one, depth)] as const);
  return joinItems(parts.map(([name, text]) => (text === "" ? "" : `${text}, field ${name}`)));
}

/** Returns the name of a field. A text such as `/pets` in `path` is the path of the request. */
function describeField(value: unknown): string {
  if (Array.isArray(value)) {
    const steps = value.filter((step) => typeof step === "string" || typeof step === "number");
    return (
      steps.length > 1 && /^(body|query|path|header|cookie)$/.test(`${steps[0]}`) ? steps.slice(1) : steps
    ).join(".");
  }
  if (isObject(value)) return readAll(value, ["pointer", "parameter", "header"], describeField)[0] ?? "";
  return typeof value === "string" && !/^\/[^/]*$|^https?:/.test(value) ? value : "";
}

function joinItems(texts: readonly string[]): string {
  const some = texts.filter((text) => text !== "");
  const more = some.length - maxItems;
  return [...some.slice(0, maxItems), ...(more > 0 ? [`${more} more`] : [])].join("; ");
}
