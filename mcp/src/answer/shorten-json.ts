import { isJsonObject } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { truncate, jsonText } from "../text/quote-data.js";
import { countTokens } from "../text/tokens.js";

/** The maximum lengths of texts and lists, from the first attempt to the last. */
const limits = [
  [2_000, 100],
  [500, 50],
  [200, 20],
  [100, 10],
  [40, 4],
  [16, 1],
] as const;

/** Shortens JSON to a token limit by cutting long texts and lists as little as possible. */
export function shortenJson(
  value: GuideJson,
  tokens: number,
): { readonly text: string; readonly note: string } {
  const note =
    "The answer was too long, so long texts and lists are cut (…). To see one in full, read again with fields.";
  for (const [letters, items] of limits) {
    const text = jsonText(cut(value, letters, items));
    if (countTokens(text) <= tokens) return { text, note };
  }
  const names = isJsonObject(value) ? Object.keys(value) : [];
  return {
    text: jsonText(names.slice(0, 200)),
    note: "The answer was too long; these are its fields. Read again with fields.",
  };
}

/** The names of the members of objects, which take long to list if there are many. */
const known = new WeakMap<object, readonly string[]>();

function namesOf(value: object): readonly string[] {
  const names = known.get(value) ?? Object.keys(value);
  known.set(value, names);
  return names;
}

function cut(value: GuideJson, letters: number, items: number): GuideJson {
  if (typeof value === "string") return truncate(value, letters);
  if (Array.isArray(value)) {
    const kept = (value as readonly GuideJson[]).slice(0, items).map((one) => cut(one, letters, items));
    return value.length > items ? [...kept, `… ${value.length - items} more`] : kept;
  }
  if (!isJsonObject(value)) return value;
  const names = namesOf(value);
  const kept = names
    .slice(0, items * 10)
    .map((name) => [truncate(name, letters), cut(value[name] ?? null, letters, items)] as const);
  const rest = names.length - kept.length;
  return Object.fromEntries(rest > 0 ? [...kept, ["…", `${rest} more fields`]] : kept);
}
