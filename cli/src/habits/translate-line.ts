import type { GuideEntry, GuideLine } from "@stratus/runtime/guide";
import { type Sdk, splitServiceWords } from "@stratus/dynamic-client";
import { findCommand, type Target } from "../argv/find-command.js";
import { builtinsOfService, serviceWords } from "../argv/flags.js";
import { commandWords } from "../argv/read-argv.js";
import { FlagReader } from "../input/read-input.js";
import { flagsWithoutValue, flagsWithValue, formats, phrases, verbRoles } from "./words.js";

/** A line in the words of this command line. */
export interface TranslatedLine {
  readonly argv: readonly string[];
  /** Whether the command only reads, so that it may run at once. */
  readonly isRead: boolean;
}

/**
 * Translates a line that someone typed by the habits of another command line.
 *
 * @returns Undefined if nothing in it is a habit, or if it leads to no command.
 */
export async function translateLine(sdk: Sdk, argv: readonly string[]): Promise<TranslatedLine | undefined> {
  const elsewhere = translateVersion(sdk, argv);
  if (elsewhere) return { argv: elsewhere, isRead: false };
  const [nouns, others] = splitLeading(argv);
  const service =
    nouns.length > 0 && others.length === 0 && !isOurs(sdk, argv) ? findService(sdk, nouns) : undefined;
  if (service) return { argv: [...splitServiceWords(service), "--help"], isRead: true };
  const theirs = translateWords(sdk, translateFlags(argv));
  // A flag of a field is the API's own, also if another command line has it.
  const isField = await fieldFlags(sdk, targetOf(sdk, theirs));
  const translated = isField ? translateWords(sdk, translateFlags(argv, isField)) : theirs;
  if (translated.join("\0") === argv.join("\0")) return undefined;
  const target = targetOf(sdk, translated);
  return target === undefined ? undefined : { argv: translated, isRead: isRead(sdk, target) };
}

function translateWords(sdk: Sdk, argv: readonly string[]): readonly string[] {
  return translatePhrase(sdk, argv) ?? translateVerb(sdk, argv) ?? argv;
}

/** Returns whether a flag sets a field of a method. Undefined if the target is not a method. */
async function fieldFlags(
  sdk: Sdk,
  target: Target | undefined,
): Promise<((flag: string) => boolean) | undefined> {
  if (target?.kind !== "method") return undefined;
  const service = await sdk.service(target.entry);
  const method = service.method(target.word);
  const reader = method && new FlagReader(service, method);
  return (flag) => flag.startsWith("--") && reader?.takesValue(flag.slice(2)) !== undefined;
}

function targetOf(sdk: Sdk, argv: readonly string[]): Target | undefined {
  try {
    const target = findCommand(sdk, commandWords(argv));
    return target.kind === "group" && (target.unknown !== undefined || target.words.length > 0)
      ? undefined
      : target;
  } catch {
    return undefined;
  }
}

function isRead(sdk: Sdk, target: Target): boolean {
  if (target.kind === "method")
    return sdk.lines(target.entry).some(({ word, effect }) => word === target.word && effect === "read");
  if (target.kind === "serviceBuiltin") return target.word === "explain";
  return target.kind === "builtin" && ["completion", "help", "login", "version"].includes(target.word);
}

/** Whether a line begins with a verb, as in `get pods`. Here the service comes first. */
export function beginsWithVerb(argv: readonly string[]): boolean {
  return Object.hasOwn(verbRoles, argv[0] ?? "");
}

/** Finds a method in another version of the service that has it. */
function translateVersion(sdk: Sdk, argv: readonly string[]): readonly string[] | undefined {
  const [leading, rest] = splitLeading(argv);
  const version = /^v\d+(?:(?:alpha|beta)\d*)?$/;
  const plain = (words: readonly string[]): string => words.filter((word) => !version.test(word)).join(" ");
  const words = leading.filter((word) => !version.test(word));
  for (const entry of sdk.guide.services) {
    const own = plain(splitServiceWords(entry)).split(" ");
    const method = words[own.length];
    const isSame = own.every((word, at) => words[at] === word);
    if (
      isSame &&
      splitServiceWords(entry).length > own.length &&
      sdk.lines(entry).some(({ word }) => word === method)
    )
      return [...splitServiceWords(entry), ...words.slice(own.length), ...rest];
  }
  return undefined;
}

/** Translates flags. IDs that other command lines take in a flag are arguments here. */
function translateFlags(
  argv: readonly string[],
  isField: (flag: string) => boolean = () => false,
): readonly string[] {
  const found: string[] = [];
  const ids: string[] = [];
  const rest = [...argv];
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    if (token === "--") return [...found, token, ...rest];
    const [, name = token, value] = /^(--?[^=]+)=(.*)$/s.exec(token) ?? [];
    const plain = flagsWithoutValue[name];
    const named = flagsWithValue[name];
    if (isField(name)) found.push(token);
    else if (plain) found.push(...(plain(undefined) ?? []));
    else if (/^--[a-z-]+-ids$/.test(name)) ids.push(...(value?.split(",") ?? takeValues(rest)));
    else if (named) found.push(...(named(value ?? rest.shift()) ?? [token]));
    else if (/^(?:-o|--output)$/.test(name) && (value ?? rest[0]) !== undefined)
      found.push(...outputFlag(name, value ?? rest.shift() ?? ""));
    else found.push(token);
  }
  const [leading, others] = splitLeading(found);
  return [...leading, ...ids, ...others];
}

/** Takes the values up to the next flag. */
function takeValues(rest: string[]): readonly string[] {
  const end = rest.findIndex((token) => token.startsWith("-"));
  return rest.splice(0, end < 0 ? rest.length : end);
}

function outputFlag(name: string, value: string): readonly string[] {
  return [name, formats[value] ?? value];
}

/** The leading words of a line, and everything behind them. */
function splitLeading(argv: readonly string[]): readonly [words: readonly string[], rest: readonly string[]] {
  const end = argv.findIndex((token) => token.startsWith("-") && token !== "-");
  return end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end)];
}

/** Translates a command by the table of phrases. */
function translatePhrase(sdk: Sdk, argv: readonly string[]): readonly string[] | undefined {
  const fits = phrases.filter(([theirs]) => {
    const parts = theirs.split(" ");
    return parts.every((part, at) => (part === "/" ? argv[at]?.startsWith("/") : argv[at] === part));
  });
  const [longest] = fits.toSorted(([a], [b]) => b.split(" ").length - a.split(" ").length);
  if (!longest || isOurs(sdk, argv)) return undefined;
  const [theirs, ours] = longest;
  const count = theirs.split(" ").filter((part) => part !== "/").length;
  const rest = argv.slice(count);
  if (ours === "whoami") return [...whoAmI(sdk), ...rest];
  return ours === "call GET" && rest[0]?.startsWith("/") === false
    ? [...ours.split(" "), `/${rest[0]}`, ...rest.slice(1)]
    : [...ours.split(" "), ...rest];
}

function isOurs(sdk: Sdk, argv: readonly string[]): boolean {
  const target = targetOf(sdk, argv);
  return target !== undefined && target.kind !== "group";
}

/** The command that shows the caller: the API's own, or the profile. */
export function whoAmI(sdk: Sdk): readonly string[] {
  for (const entry of sdk.guide.services) {
    const line = sdk.lines(entry).find(({ role }) => role === "profile");
    if (line) return [...splitServiceWords(entry), line.word];
  }
  return ["profile", "show"];
}

/** Translates a verb with a noun: `get pods`, `instances describe`, `describe-instances`. */
function translateVerb(sdk: Sdk, argv: readonly string[]): readonly string[] | undefined {
  if (isOurs(sdk, argv)) return undefined;
  const [leading, rest] = splitLeading(argv);
  const words = leading.flatMap(splitWord);
  const at = words.findIndex((word) => Object.hasOwn(verbRoles, word) || Object.hasOwn(serviceWords, word));
  if (at < 0) return completeService(sdk, leading, rest);
  for (let end = words.length; end > at; end--) {
    const nouns = [...words.slice(0, at), ...words.slice(at + 1, end)];
    const entry = nouns.length === 0 ? undefined : findService(sdk, nouns);
    if (!entry) continue;
    const values = words.slice(end);
    const verb = words[at] ?? "";
    const isOne = values.length > 0 || rest.some((token) => /^--name(?:=|$)/.test(token));
    const word = Object.hasOwn(builtinsOfService(sdk), verb)
      ? verb
      : findMethod(sdk, entry, verb, isOne)?.word;
    return word === undefined ? undefined : [...splitServiceWords(entry), word, ...values, ...rest];
  }
  return undefined;
}

/** Completes the words of a service that a line shortens, if only one service has them and the method: `kv range`. */
function completeService(
  sdk: Sdk,
  leading: readonly string[],
  rest: readonly string[],
): readonly string[] | undefined {
  for (let count = leading.length - 1; count > 0; count--) {
    const entry = findService(sdk, leading.slice(0, count));
    const word = leading[count];
    if (entry && sdk.lines(entry).some((line) => line.word === word))
      return [...splitServiceWords(entry), ...leading.slice(count), ...rest];
  }
  return undefined;
}

/** Splits `describe-instances` and `pod/web-1` into their two words. */
function splitWord(word: string): readonly string[] {
  const [, verb = "", noun = ""] = /^([a-z]+)-([a-z].*)$/.exec(word) ?? [];
  if (Object.hasOwn(verbRoles, verb)) return [verb, noun];
  return /^[a-z-]+\/[^/]+$/.test(word) ? word.split("/") : [word];
}

/** Finds the only service that nouns name: `instance`, `instances`, `compute instances`. */
function findService(sdk: Sdk, nouns: readonly string[]): GuideEntry | undefined {
  const wanted = nouns.map(singular);
  const found = sdk.guide.services.filter((entry) => {
    const own = splitServiceWords(entry).map(singular);
    return own.at(-1) === wanted.at(-1) && wanted.every((noun) => own.includes(noun));
  });
  return found.length === 1 ? found[0] : undefined;
}

function singular(word: string): string {
  return word
    .replace(/ies$/, "y")
    .replace(/([sx])es$/, "$1")
    .replace(/(?<!s)s$/, "");
}

function findMethod(sdk: Sdk, entry: GuideEntry, verb: string, hasValue: boolean): GuideLine | undefined {
  const lines = sdk.lines(entry);
  const named = lines.find(({ word }) => word === verb);
  const wanted = verbRoles[verb];
  // The methods of a REST API have no roles, and the same names.
  const byRole = (role: string | undefined) =>
    lines.find((line) => line.role === role) ?? lines.find((line) => line.word === role);
  // Of several resources of a kind, other command lines get all if none is named.
  if (wanted === "get" && !hasValue) return byRole("list") ?? named ?? byRole("get");
  if (wanted === "list" && hasValue) return named ?? byRole("list");
  return named ?? byRole(wanted);
}
