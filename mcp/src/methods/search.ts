import MiniSearch from "minisearch";
import type { Service } from "@stratus/dynamic-client";
import type { OpenMethod } from "./access.js";
import { splitWords } from "./split-words.js";
import { replacePhrases, stem, type Synonyms, synonymTable } from "./synonyms.js";

/** The weight of a word, by the part of a method that contains it. */
const weights = {
  service: 3,
  method: 4,
  resource: 3,
  summary: 2,
  path: 1,
  docs: 0.6,
  fields: 0.5,
  enums: 0.4,
} as const;

type Searched = { readonly [field in keyof typeof weights]: string };

/** How much words count that are not those of the query, and results that fit the query less. */
const [ofSynonym, ofPrefix, ofVerb, ofOther, ofOld, ofVariant, ofNext] = [
  0.7, 0.4, 0.3, 0.6, 0.5, 0.7, 0.95,
] as const;

/** How much of a score depends on how many words of the query a method has, and how many words of its name the query has. */
const [ofWords, ofName] = [0.6, 0.2] as const;

/** The share of the best score that a result has at least. */
const leastShare = 0.2;

/** First words of a question, which reads answer, whatever verbs it has: `what changed in this pull request`. */
const questions: ReadonlySet<string> = new Set(
  "are has have how is what when where which who whose why".split(" "),
);

/** Words after a verb. */
const articles: ReadonlySet<string> = new Set("a an the my on in up out off".split(" "));

/** Words that the search ignores. */
const stopWords: ReadonlySet<string> = new Set(
  [
    "a all am an and any are as at be by can did do does for from has have how i in into is it its many me much my",
    "of on one or our that the their them there these this to us was we were what when where which who whose why",
    "will with you your",
  ]
    .join(" ")
    .split(" "),
);
/** The first words of methods of an effect. A query with one of them asks for that effect. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  create: ["create"],
  change: ["update"],
  destroy: ["delete"],
  read: ["get", "list"],
};

/** A search over the methods of an API. It runs locally. */
export class MethodSearch {
  readonly #methods: readonly OpenMethod[];
  readonly #index: MiniSearch<Searched & { readonly id: number }>;
  readonly #synonyms: ReadonlyMap<string, ReadonlySet<string>>;
  /** The stems of the name of each method. */
  readonly #names: readonly (readonly string[])[];
  /** The words with which names of methods begin. */
  readonly #firstWords: ReadonlySet<string>;

  constructor(methods: readonly OpenMethod[], synonyms?: Synonyms) {
    this.#methods = methods;
    this.#synonyms = synonymTable(synonyms);
    this.#names = methods.map(({ listed }) => nameStems(listed.name));
    this.#firstWords = new Set(methods.map(({ listed }) => stem(splitWords(listed.line.word)[0] ?? "")));
    this.#index = new MiniSearch({
      fields: Object.keys(weights),
      tokenize: (text) => [...splitWords(text)],
      processTerm: stem,
    });
    this.#index.addAll(methods.map((one, id) => ({ id, ...searchedText(one) })));
  }

  /** Returns the methods that match a query, the best ones first. */
  find(query: string): readonly OpenMethod[] {
    const all = splitWords(replacePhrases(query));
    const meant = all.filter((word) => !stopWords.has(word));
    const words = [...new Set((meant.length > 0 ? meant : all).map(stem))];
    const effects = this.#effectsOf(all, words);
    // In a question, a verb is a state: `which workflows are running`.
    const isQuestion = questions.has(all[0] ?? "");
    const scores = new Map<number, { score: number; count: number }>();
    for (const word of words) {
      const weight = isVerb(word, this.#synonyms) ? ofVerb : 1;
      for (const [id, score] of this.#scoresOf(word, !(isQuestion && this.#isVerbal(word)))) {
        const known = scores.get(id) ?? { score: 0, count: 0 };
        scores.set(id, { score: known.score + weight * score, count: known.count + 1 });
      }
    }
    const meanings = new Set(words.flatMap((word) => [word, ...(this.#synonyms.get(word) ?? [])]));
    const found = [...scores].map(([id, { score, count }]) => {
      const one = this.#methods[id] as OpenMethod;
      const name = this.#names[id] ?? [];
      const named = name.filter((word) => meanings.has(word)).length / Math.max(1, name.length);
      const share = 1 - ofWords - ofName + (ofWords * count) / words.length + ofName * named;
      return { one, score: score * share * this.#fit(one, effects, words) };
    });
    const sorted = spread(found);
    const least = (sorted[0]?.score ?? 0) * leastShare;
    return sorted.filter(({ score }) => score >= least).map(({ one }) => one);
  }

  /** Whether names of methods begin with a word or with a synonym of it. */
  #isVerbal(word: string): boolean {
    return [word, ...(this.#synonyms.get(word) ?? [])].some((one) => this.#firstWords.has(one));
  }

  /** Scores the methods for a stem or a synonym of it, whichever fits better. */
  #scoresOf(word: string, hasSynonyms: boolean): ReadonlyMap<number, number> {
    const best = new Map<number, number>();
    const synonyms = hasSynonyms ? [...(this.#synonyms.get(word) ?? [])] : [];
    const terms = [[word, 1], ...synonyms.map((one) => [one, ofSynonym] as const)] as const;
    for (const [term, weight] of terms)
      for (const { id, score } of this.#index.search(term, {
        processTerm: (text) => text,
        boost: weights,
        prefix: weight === 1 && term.length > 3,
        fuzzy: weight === 1 && term.length > 5 ? 0.2 : false,
        weights: { prefix: ofPrefix, fuzzy: ofPrefix / 2 },
      }))
        best.set(id as number, Math.max(best.get(id as number) ?? 0, score * weight));
    return best;
  }

  #fit(one: OpenMethod, effects: readonly string[], words: readonly string[]): number {
    const { line, name } = one.listed;
    const isOld = line.isDeprecated || /\/v\d+(?:alpha|beta)\d*\//.test(name);
    const isVariant = /-by-/.test(line.word) && !words.includes("by");
    return (
      (effects.length === 0 || effects.includes(this.#likelyEffect(line)) ? 1 : ofOther) *
      (isOld ? ofOld : 1) *
      (isVariant ? ofVariant : 1)
    );
  }

  /** Returns the effect of a method, or what its first word says if the API does not declare it. For the order alone. */
  #likelyEffect({ effect, word }: OpenMethod["listed"]["line"]): string {
    if (effect !== "act") return effect === "readByName" ? "read" : effect;
    const first = stem(splitWords(word)[0] ?? "");
    const said = Object.keys(verbs).find((one) =>
      verbs[one]?.some((verb) => isSame(first, verb, this.#synonyms)),
    );
    return said ?? effect;
  }

  /**
   * Returns the effects that a query asks for. Without a verb it asks for reads. A word before an article is a verb, which
   * may mean anything else: `invite a user`.
   */
  #effectsOf([first = "", second = ""]: readonly string[], words: readonly string[]): readonly string[] {
    if (questions.has(first)) return ["read"];
    const asked = Object.keys(verbs).filter((effect) =>
      words.some((word) => verbs[effect]?.some((verb) => isSame(word, verb, this.#synonyms))),
    );
    if (asked.length > 0) return asked;
    const isOrder = articles.has(second) && !stopWords.has(first);
    if (isOrder) return ["act", "change", "create", "destroy"];
    return words.some((word) => this.#firstWords.has(word)) ? [] : ["read"];
  }
}

function isVerb(word: string, synonyms: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return Object.values(verbs)
    .flat()
    .some((verb) => isSame(word, verb, synonyms));
}

function isSame(word: string, verb: string, synonyms: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return word === stem(verb) || synonyms.get(word)?.has(stem(verb)) === true;
}

interface Scored {
  readonly one: OpenMethod;
  readonly score: number;
}

/** Sorts methods by their scores. Each method of a service counts less than the one before, so that others are seen. */
function spread(found: readonly Scored[]): readonly Scored[] {
  const counts = new Map<string, number>();
  return found
    .toSorted(byScore)
    .map(({ one, score }) => {
      const key = one.listed.entry.name;
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return { one, score: score * ofNext ** count };
    })
    .toSorted(byScore);
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.one.listed.name.length - b.one.listed.name.length;
}

/** Returns the stems of a name, each once, without versions. */
function nameStems(name: string): readonly string[] {
  const words = splitWords(name).filter((word) => !stopWords.has(word) && !/^v\d/.test(word));
  return [...new Set(words.map(stem))];
}

function searchedText({ listed, service, method }: OpenMethod): Searched {
  const { entry, line } = listed;
  const types = new TypeWords(service);
  const answer = method.operation?.result ?? method.pages?.type ?? method.response?.type;
  types.add(method.request);
  // Of an answer, the fields of the resource say what it is.
  if (answer !== undefined) types.add(answer, maxDepth - 1);
  return {
    service: entry.words,
    method: line.word,
    resource: answer?.split(".").at(-1) ?? "",
    summary: line.text,
    path: method.http?.path ?? "",
    docs: `${method.text} ${entry.text}`,
    fields: [...types.fields].join(" "),
    enums: [...types.enums].join(" "),
  };
}

/** How deep types are searched. */
const maxDepth = 3;

/** The names of the fields and enum values of types. */
class TypeWords {
  readonly fields = new Set<string>();
  readonly enums = new Set<string>();
  readonly #service: Service;
  readonly #seen = new Set<string>();

  constructor(service: Service) {
    this.#service = service;
  }

  add(type: string, depth = 0): void {
    if (depth > maxDepth || this.#seen.has(type)) return;
    this.#seen.add(type);
    for (const field of this.#service.message(type).fields) {
      this.fields.add(field.name);
      if (field.kind === "enum")
        for (const { name } of this.#service.enum(field.type)?.values ?? []) this.enums.add(name);
      if (field.kind === "message" && field.type !== undefined) this.add(field.type, depth + 1);
    }
  }
}
