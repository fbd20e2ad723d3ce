/**
 * The room of arguments: which words and flags are the command line's own, and how a line of arguments is taken apart.
 * Both lists are frozen: an API's word of one of these names is `api.NAME`, its field `--field.NAME`.
 *
 * @module
 */
import { isBooleanSetting, kebabCase, type Settings, settingDescriptions } from "@stratus/dynamic-client";

/** A built-in flag. */
export interface OwnFlag {
  readonly name: string;
  readonly short?: string;
  /** Name of its value in help; undefined for a switch. */
  readonly value?: string;
  readonly text: string;
  /** It may be given more than once. */
  readonly isRepeated?: true;
  /** Values that completion suggests. */
  readonly choices?: readonly string[];
}

/** The forms of output. */
export const outputForms = ["table", "wide", "json", "jsonl", "yaml", "name"] as const;

const own: readonly OwnFlag[] = [
  { name: "help", short: "h", text: "say what this command does" },
  { name: "output", short: "o", value: "FORM", text: "form of the output", choices: outputForms },
  { name: "query", value: "EXPRESSION", text: "part of the output to print (JMESPath)" },
  {
    name: "file",
    short: "f",
    value: "FILE",
    text: "YAML or JSON with the input, - for stdin",
    isRepeated: true,
  },
  { name: "clear", value: "FIELD", text: "field to clear", isRepeated: true },
  { name: "whole-maps", text: "name maps as a whole in a field mask, for servers that take no entries" },
  { name: "dry-run", text: "show what would be sent, and send nothing but reads" },
  { name: "skeleton", text: "print the input as YAML to fill in" },
  { name: "yes", short: "y", text: "destroy without asking" },
  { name: "no-wait", text: "do not wait for the operation" },
  { name: "timeout", value: "DURATION", text: "time for the call and its wait, such as 90s" },
  { name: "idempotency-key", value: "KEY", text: "the same key for a repeated command" },
  { name: "max-items", value: "NUMBER", text: "end a list after so many items" },
  { name: "show-secrets", text: "print fields that are secret" },
  { name: "service", value: "NAME", text: "service to ask, for methods without an endpoint" },
  { name: "profile", value: "NAME", text: "profile to use" },
];

/** Settings that are flags; the parent of a request is a field of it, and completion has no flags. */
const settingFlags: readonly OwnFlag[] = Object.entries(settingDescriptions)
  .filter(([key]) => !["parentId", "output", "completeNames"].includes(key))
  .map(([key, text]) => ({
    name: kebabCase(key),
    text,
    ...(isBooleanSetting(key as keyof Settings) ? {} : { value: "VALUE" }),
  }));

/** All built-in flags by their names. */
export const ownFlags: ReadonlyMap<string, OwnFlag> = new Map(
  [...own, ...settingFlags].map((flag) => [flag.name, flag]),
);

const shorts: ReadonlyMap<string, string> = new Map(
  own.flatMap(({ name, short }) => (short ? [[short, name]] : [])),
);

/** The name of a flag by its letter. */
export function longName(letter: string): string | undefined {
  return shorts.get(letter);
}

/** Built-in words before those of an API. */
export const builtinCommands: Readonly<Record<string, string>> = {
  login: "say who calls, and keep it in a profile",
  logout: "forget who calls",
  profile: "list, show, set and use profiles",
  completion: "print the completion script of bash, zsh or fish",
  skill: "print a SKILL.md for coding agents",
  help: "say what a command does",
  version: "print the versions",
};

/** The word by which scripts of shells ask for completions; no help has it. */
export const completeWord = "complete";

/** Built-in words behind the words of a service. */
export const serviceWords: Readonly<Record<string, string>> = {
  edit: "change a resource in an editor",
  explain: "say what a field is",
  operation: "get or wait for an operation",
};

/** Those of a REST API, which has neither operations nor updates that read first. */
export const restServiceWords: typeof serviceWords = { explain: "say what a field is" };

/** The built-in words behind those of a service of an API. */
export function builtinsOfService({ isRest }: { readonly isRest: boolean }): typeof serviceWords {
  return isRest ? restServiceWords : serviceWords;
}

/** The built-in words that hide methods of a service, by how many words the service has: without any, also those before. */
export function builtinsThatHide(sdk: { readonly isRest: boolean }, count: number): typeof serviceWords {
  return count === 0 ? { ...builtinCommands, ...builtinsOfService(sdk) } : builtinsOfService(sdk);
}
