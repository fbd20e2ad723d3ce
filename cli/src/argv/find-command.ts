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

/** Returns the words of a service with the version of its package: `compute v1 instance`. Undefined if they have one. */
export function versionedWords(entry: GuideEntry): readonly string[] | undefined {
  const words = splitServiceWords(entry);
  const version = /\.(v\d+(?:p\d+)?(?:(?:alpha|beta)\d*)?)\.[^.]+$/.exec(entry.name)?.[1];
  if (version === undefined || words.includes(version)) return undefined;
  return [...words.slice(0, -1), version, ...words.slice(-1)];
}

/**
 * Finds the command that words name. Built-in commands take precedence, and `api.NAME` always names one of the API. Words in
 * a guide contain no dots, so the prefix is unambiguous. The words of a service may contain the version of its package.
 */
export function findCommand(sdk: Sdk, words: readonly string[]): Target {
  const [first = ""] = words;
  if (Object.hasOwn(builtinCommands, first) || first === completeWord)
    return { kind: "builtin", word: first, count: 1 };
  const plain = words.map((word) => (word.startsWith(escape) ? word.slice(escape.length) : word));
  const { services } = sdk.guide;
  const begins = (own: readonly string[]): boolean =>
    own.length <= plain.length && own.every((word, at) => word === plain[at]);
  const forms = services.flatMap((entry) =>
    [splitServiceWords(entry), versionedWords(entry) ?? []]
      .filter((own, at) => begins(own) && (at === 0 || own.length > 0))
      .map((own) => ({ entry, count: own.length })),
  );
  const [form] = forms.toSorted((a, b) => b.count - a.count);
  const found = form && inService(sdk, form.entry, form.count, words, plain);
  return found ?? inGroup(services, words, plain, form);
}

function inService(
  sdk: Sdk,
  entry: GuideEntry,
  count: number,
  words: readonly string[],
  plain: readonly string[],
): Target | undefined {
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
  form: { readonly entry: GuideEntry; readonly count: number } | undefined,
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
  const known = Math.max(length, form?.count ?? 0);
  // Help knows a service by its own words.
  const group = form && form.count >= length ? splitServiceWords(form.entry) : plain.slice(0, known);
  return { kind: "group", words: group, unknown: words[known] };
}

function isVerb(word: string | undefined): boolean {
  return word === "wait" || word === "get";
}

/** Adds the prefix `api.` to a word that a built-in command would hide. */
export function escapeWord(word: string, own: Readonly<Record<string, string>>): string {
  return Object.hasOwn(own, word) ? escape + word : word;
}
