import type { GuideField, GuideJson, GuideMessage, GuideMethod } from "@stratus/runtime/guide";
import { plausibleText } from "@stratus/cli";

/** A request, and the texts in it that stood for values of the reader. */
export interface PlausibleRequest {
  readonly request: GuideJson;
  /** The values of text fields, by their names in the API and in TypeScript. Undefined for a field that is left out. */
  readonly values: ReadonlyMap<string, string | undefined>;
}

type Messages = (typeName: string | undefined) => GuideMessage | undefined;

const placeholder = "...";

/**
 * Replaces the placeholders of an example by plausible values. An optional text without one is left out of a list's
 * request, which works without it.
 *
 * @param noun what the service manages, such as `instance`
 */
export function plausibleRequest(
  { example = {}, request, pages }: GuideMethod,
  messages: Messages,
  noun: string,
): PlausibleRequest {
  const values = new Map<string, string | undefined>();
  const fill = (value: GuideJson, field: GuideField): GuideJson | undefined => {
    if (value !== placeholder) return fillMessage(value, field.type);
    const filled = plausibleText(field, noun);
    const isOmitted = filled === undefined && pages !== undefined && field.isRequired !== true;
    if (filled !== undefined || isOmitted)
      for (const name of [field.name, field.property]) values.set(name, filled);
    return isOmitted ? undefined : (filled ?? value);
  };
  const fillMessage = (value: GuideJson, type: string | undefined): GuideJson => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const fields = new Map(messages(type)?.fields.map((field) => [field.name, field]));
    const filled = Object.entries(value).map(([name, one]) => {
      const field = fields.get(name);
      return [name, field ? fill(one, field) : one] as const;
    });
    return Object.fromEntries(filled.filter((entry): entry is [string, GuideJson] => entry[1] !== undefined));
  };
  return { request: fillMessage(example, request), values };
}

/** Replaces the placeholders `"..."` in TypeScript by the values of a request, or by what the names of fields say. */
export function fillPlaceholders(
  code: string,
  noun: string,
  values: PlausibleRequest["values"] = new Map(),
): string {
  return code
    .replaceAll(/\b(\w+)(: | = )"\.\.\."/g, (_, name: string, sign: string) => {
      const field = { name: name.replaceAll(/(?=[A-Z])/g, "_").toLowerCase(), text: "" };
      const value = values.has(name) ? values.get(name) : (plausibleText(field, noun) ?? placeholder);
      return value === undefined ? "\0" : `${name}${sign}${JSON.stringify(value)}`;
    })
    .replaceAll(/, \0|\0, |\0/g, "");
}

/** Returns a request that also has a value at a path. A number of text becomes a number. */
export function withValue(
  request: GuideJson,
  [name = "", ...rest]: readonly string[],
  text: string,
): GuideJson {
  if (name === "") return /^-?\d+$/.test(text) ? Number(text) : text;
  const entries = new Map<string, GuideJson>(Object.entries(Object(request)));
  return Object.fromEntries(entries.set(name, withValue(entries.get(name) ?? {}, rest, text)));
}
