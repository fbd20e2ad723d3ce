import { type GuideEntry } from "@stratus/runtime/guide";
import { type Sdk, splitServiceWords } from "@stratus/dynamic-client";
import { completeWord, builtinCommands, builtinsOfService } from "./flags.js";

/** The command or group that words name. */
export type Target =
  /** A group: more words must follow. */
  | { readonly kind: "group"; readonly words: readonly string[]; readonly unknown: string | undefined }
  /** A built-in top-level command. */
  | { readonly kind: "builtin"; readonly word: string; readonly count: number }
  | { readonly kind: "method"; readonly entry: GuideEntry; readonly word: string; readonly count: number }
  /** A built-in command of one or several services. */
  | {
      readonly kind: "serviceBuiltin";
      readonly entries: readonly GuideEntry[];
      readonly word: string;
      readonly count: number;
    };

/** The prefix of API names that a built-in command would hide. */
const escape = "api.";

/**
 * Finds the command that words name. Built-in commands take precedence, and `api.NAME` always names one of the API. Words in
 * a guide contain no dots, so the prefix is unambiguous.
 */
export function findCommand(sdk: Sdk, words: readonly string[]): Target {
  const [first = ""] = words;
  if (Object.hasOwn(builtinCommands, first) || first === completeWord)
    return { kind: "builtin", word: first, count: 1 };
  const plain = words.map((word) => (word.startsWith(escape) ? word.slice(escape.length) : word));
  const { services } = sdk.guide;
  const fits = (entry: GuideEntry): boolean => {
    const own = splitServiceWords(entry);
    return own.length <= plain.length && own.every((word, at) => word === plain[at]);
  };
  const entry = services.filter(fits).toSorted((a, b) => b.words.length - a.words.length)[0];
  if (entry) {
    const found = inService(sdk, entry, words, plain);
    if (found) return found;
  }
  return inGroup(services, words, plain, entry);
}

function inService(
  sdk: Sdk,
  entry: GuideEntry,
  words: readonly string[],
  plain: readonly string[],
): Target | undefined {
  const count = splitServiceWords(entry).length;
  const given = words[count];
  if (given === undefined) return undefined;
  if (Object.hasOwn(builtinsOfService(sdk), given))
    return { kind: "serviceBuiltin", entries: [entry], word: given, count: count + 1 };
  const has = (word: string | undefined): boolean => sdk.lines(entry).some((line) => line.word === word);
  const word = plain[count];
  return word !== undefined && has(word) ? { kind: "method", entry, word, count: count + 1 } : undefined;
}

function inGroup(
  services: readonly GuideEntry[],
  words: readonly string[],
  plain: readonly string[],
  entry: GuideEntry | undefined,
): Target {
  const below = (prefix: readonly string[]): readonly GuideEntry[] =>
    services.filter(({ words: own }) => `${own} `.startsWith(`${prefix.join(" ")} `) || prefix.length === 0);
  let length = 0;
  while (length < plain.length && below(plain.slice(0, length + 1)).length > 0) length += 1;
  // Operations of a package are those of all its services.
  const verb = words[words.indexOf("operation") + 1];
  const isOperation = words[length] === "operation" || (words[length - 1] === "operation" && isVerb(verb));
  if (isOperation) {
    const at = words[length] === "operation" ? length : length - 1;
    if (at > 0)
      return { kind: "serviceBuiltin", entries: below(plain.slice(0, at)), word: "operation", count: at + 1 };
  }
  const known = entry ? Math.max(length, splitServiceWords(entry).length) : length;
  return { kind: "group", words: plain.slice(0, known), unknown: words[known] };
}

function isVerb(word: string | undefined): boolean {
  return word === "wait" || word === "get";
}

/** Adds the prefix `api.` to a word that a built-in command would hide. */
export function escapeWord(word: string, own: Readonly<Record<string, string>>): string {
  return Object.hasOwn(own, word) ? escape + word : word;
}
