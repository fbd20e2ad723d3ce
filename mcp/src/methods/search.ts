import type { Access } from "./access.js";
import type { ListedMethod } from "./methods.js";

/** The result of a search. */
export interface Found {
  readonly hits: readonly ListedMethod[];
  /** How many more there are. */
  readonly more: number;
}

/** Most methods of an answer. */
const maxHits = 20;

/** Words that say nothing of an API. */
const stopWords: ReadonlySet<string> = new Set(
  "a all an and are by do does for from how i in is it me my of on or show that the them these this to what which with".split(
    " ",
  ),
);

/** Words that mean what methods are called. */
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
 * Methods that fit a query, the best first. A word in a method's name counts most, rare words more than common ones, and
 * words of comments a little. Nothing outside is asked.
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

/** How well a word fits those of a name: 1 as it is, less by its start or by what it means. */
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

/** The words of a text in small letters, without the ends of plurals. */
function splitWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word,
  );
}
