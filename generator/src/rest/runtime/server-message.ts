import { isObject, ownProperty } from "./guard.js";

/** The maximum length of a message, in characters. */
const maxCharacters = 200;

/** The number of errors of a list that are shown. */
const maxShown = 3;

/** The properties with the message of an error, by RFC 9457, RFC 6749, JSON:API and common frameworks. */
const textNames =
  "message error_description detail msg description reason errorMessage error_message fault faultstring title error err";

/** The properties with the errors of single fields. */
const listNames = "errors issues violations details invalid-params invalidParams fieldErrors";

/** The properties with the name of a field. `loc` is that of FastAPI, `param` that of Stripe. */
const fieldNames = "field fieldName param parameter property loc pointer source path attribute";

/**
 * Returns the server's own message in the body of an error, such as `too long, field title`, on one line of at most 200
 * characters. Returns an empty string if there is none.
 */
export function findServerMessage(body: unknown): string {
  const text = describe(body, 0).replace(/\s+/g, " ").trim();
  const shown = text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters - 1)}…` : shown;
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") return /^\s*</.test(value) ? "" : value;
  if (depth > 4 || typeof value !== "object" || value === null) return "";
  const describeInside = (one: unknown): string => describe(one, depth + 1);
  if (Array.isArray(value)) return joinItems(value.map(describeInside));
  const text = readFirst(value, textNames, describeInside);
  const list = readFirst(value, listNames, (one) =>
    isObject(one) ? describeFields(one, depth + 1) : describeInside(one),
  );
  const said = text && list && text !== list ? `${text}: ${list}` : text || list;
  return nameField(said, readFirst(value, fieldNames, describeField));
}

/** Returns the first text that `read` finds in the properties with these names. */
function readFirst(value: object, names: string, read: (property: unknown) => string): string {
  const texts = names.split(" ").map((name) => read(ownProperty(value, name)));
  return texts.find((text) => text !== "") ?? "";
}

/** Describes errors by field: `{ title: ["too long"] }`. */
function describeFields(fields: object, depth: number): string {
  const isMap = !textNames.split(" ").some((name) => typeof ownProperty(fields, name) === "string");
  if (!isMap) return describe(fields, depth);
  return joinItems(Object.entries(fields).map(([name, one]) => nameField(describe(one, depth), name)));
}

/** Returns the name of a field. A text such as `/pets` in `path` is the path of the request. */
function describeField(value: unknown): string {
  if (Array.isArray(value)) {
    const steps = value.filter((step) => typeof step === "string" || typeof step === "number");
    const isPlaced = steps.length > 1 && /^(body|query|path|header|cookie)$/.test(`${steps[0]}`);
    return steps.slice(isPlaced ? 1 : 0).join(".");
  }
  if (isObject(value)) return readFirst(value, "pointer parameter header", describeField);
  return typeof value === "string" && !/^\/[^/]*$|^https?:/.test(value) ? value : "";
}

function nameField(text: string, field: string): string {
  return text && field ? `${text}, field ${field}` : text;
}

function joinItems(texts: readonly string[]): string {
  const some = texts.filter((text) => text !== "");
  const more = some.length - maxShown;
  return [...some.slice(0, maxShown), ...(more > 0 ? [`${more} more`] : [])].join("; ");
}
