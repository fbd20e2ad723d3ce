import { readFileSync } from "node:fs";
import { UsageError } from "@stratus/dynamic-client";
import { stemmer } from "stemmer";

/** Words for the same thing, each list in both directions: 60 words that any software uses. */
const general = [
  "create add make new",
  "delete remove destroy",
  "update change edit modify set",
  "get show read describe",
  "list find search count",
  "instance vm server machine",
  "user member account",
  "kubernetes k8s",
  "database db",
  "stop shutdown",
  "run start trigger dispatch execute",
  "profile whoami authenticated",
  "billing cost price",
  "security firewall",
  "object file content",
  "publish send",
  "access permission policy role",
  "address ip",
  "audit history activity",
  "session login logout",
] as const;

/** Phrases that stand for a word. */
const phrases: Readonly<Record<string, string>> = {
  "how many": "count",
  "who am i": "whoami",
  "who did": "audit",
  "shut down": "shutdown",
  "log out": "logout",
  "log in": "login",
};

const stems = new Map<string, string>();

/** Returns the stem of a word, which is equal for its forms. Known stems are kept, because APIs repeat their words. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const made = stemmer(word);
  if (stems.size < 50_000) stems.set(word, made);
  return made;
}

/** Synonyms of an API: words, each with the words that the API uses for it. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Reads a file of synonyms. @throws A UsageError if it cannot be read, or has another form. */
export function readSynonyms(path: string): Synonyms {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError("FILE_UNREADABLE", `--synonyms ${path}: ${why}`);
  }
  if (typeof given === "object" && given !== null && Object.values(given).every(isWords))
    return given as Synonyms;
  throw new UsageError(
    "FILE_INVALID",
    `--synonyms ${path}: must be an object of lists of words, such as {"vm": ["instance"]}`,
  );
}

function isWords(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** Returns a text in which the phrases that stand for one word are that word. */
export function replacePhrases(text: string): string {
  return Object.entries(phrases).reduce(
    (all, [phrase, word]) => all.replace(new RegExp(String.raw`\b${phrase}\b`, "gi"), word),
    text,
  );
}

/** Returns the stems of the words for the same thing, by the stem of each of them. */
export function synonymTable(own: Synonyms = {}): ReadonlyMap<string, ReadonlySet<string>> {
  const table = new Map<string, Set<string>>();
  const add = (word: string, others: readonly string[]): void => {
    const key = stem(word.toLowerCase());
    const known = table.get(key) ?? new Set();
    for (const other of others) if (other !== word) known.add(stem(other.toLowerCase()));
    table.set(key, known);
  };
  for (const words of general.map((line) => line.split(" "))) for (const word of words) add(word, words);
  for (const [word, others] of Object.entries(own)) add(word, others);
  return table;
}
