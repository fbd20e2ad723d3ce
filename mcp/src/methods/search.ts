import type { Access } from "./access.js";
import type { ListedMethod } from "./methods.js";

/** The result of a search. */
export interface Found {
  readonly hits: readonly ListedMethod[];
  /** The number of further matches. */
  readonly more: number;
}

/** The maximum number of methods in a result. */
const maxHits = 20;

/** Words that the search ignores. */
const stopWords: ReadonlySet<string> = new Set(
  "a all an and are by do does for from how i in is it me my of on or show that the them these this to what which with".split(
    " ",
  ),
);

/** Words that methods use for the same thing. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  add: ["create"],
  change: ["update"],
  destroy: ["delete"],
  edit: ["update"],
  fetch: ["get"],
  find: ["list", "search"],
  make: ["create"],
  modify: ["update"],
  new: ["create"],
  patch: ["update"],
  query: ["list", "search"],
  read: ["get"],
  remove: ["delete"],
  set: ["update"],
  view: ["get"],
  vm: ["instance"],
};

/**
 * Returns the methods that match a query, best matches first. Words in names weigh more than words in comments, and rare
 * words weigh more than common ones. The search runs locally.
 */
export function searchMethods(access: Access, query: string): Found {
  const words = [...new Set(splitWords(query))].filter((word) => !stopWords.has(word));
  const all = access.usable.map((method) => ({ method, name: nameWords(method), text: textWords(method) }));
  const weights = words.map((word) => {
    const fits = all.filter(({ name, text }) => nameScore(name, word) > 0 || text.has(word)).length;
    return { word, weight: Math.log(1 + all.length / Math.max(1, fits)) };
  });
  const scored = all.flatMap(({ method, name, text }) => {
    const score = weights.reduce(
      (sum, { word, weight }) => sum + weight * (3 * nameScore(name, word) + (text.has(word) ? 1 : 0)),
      0,
    );
    const isOld = method.line.isDeprecated ? 0.5 : 1;
    return score > 0 || words.length === 0
      ? [{ method, score: (score * isOld) / Math.sqrt(name.length) }]
      : [];
  });
  scored.sort((a, b) => b.score - a.score || (a.method.name < b.method.name ? -1 : 1));
  return {
    hits: scored.slice(0, maxHits).map(({ method }) => method),
    more: Math.max(0, scored.length - maxHits),
  };
}

/** Scores how well a word matches a name: 1 if it is equal, less for synonyms and prefixes. */
function nameScore(name: readonly string[], word: string): number {
  if (name.includes(word)) return 1;
  if (synonyms[word]?.some((one) => name.includes(one))) return 0.8;
  return name.some(
    (one) => word.length > 2 && (one.startsWith(word) || (one.length > 2 && word.startsWith(one))),
  )
    ? 0.6
    : 0;
}

function nameWords({ name }: ListedMethod): readonly string[] {
  return splitWords(name);
}

function textWords({ line, entry }: ListedMethod): ReadonlySet<string> {
  return new Set(splitWords(`${line.text} ${entry.text}`));
}

/** Splits a text into lower-case words without plural endings. */
function splitWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word,
  );
}
