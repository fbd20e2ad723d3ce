/**
 * Arguments: the built-in commands and flags, and how arguments are parsed. If an API has a command or a field of the same
 * name, it is `api.NAME` or `--field.NAME`. Adding a name here therefore breaks scripts.
 *
 * @module
 */
import {
  isBooleanSetting,
  kebabCase,
  type Sdk,
  type Settings,
  settingDescriptions,
} from "@stratus/dynamic-client";

/** A built-in flag. */
export interface OwnFlag {
  readonly name: string;
  readonly short?: string;
  /** The name of the value in help. Undefined if the flag takes no value. */
  readonly value?: string;
  readonly text: string;
  /** Whether the flag is a setting, so that `--insecure=false` overrides a variable or a profile. */
  readonly isSetting?: true;
  /** Whether the flag may be repeated. */
  readonly isRepeated?: true;
  /** Values that completion suggests. */
  readonly choices?: readonly string[];
}

/** The output formats. The last two need a part behind them, such as `jsonpath={.items[*].metadata.name}`. */
export const outputForms = [
  "table",
  "wide",
  "json",
  "jsonl",
  "yaml",
  "name",
  "csv",
  "tsv",
  "custom-columns=",
  "jsonpath=",
] as const;

const own: readonly OwnFlag[] = [
  { name: "help", short: "h", text: "show help for this command" },
  { name: "output", short: "o", value: "FORM", text: "output format", choices: outputForms },
  { name: "query", value: "EXPRESSION", text: "part of the output to print (JMESPath)" },
  { name: "sort-by", value: "FIELD", text: "sort a list by a field, ~FIELD for descending order" },
  { name: "no-headers", text: "print tables, csv and tsv without titles" },
  { name: "watch", short: "w", text: "repeat the command and print what changes, until Ctrl-C" },
  {
    name: "file",
    short: "f",
    value: "FILE",
    text: "read the input from a YAML or JSON file, - for stdin",
    isRepeated: true,
  },
  { name: "clear", value: "FIELD", text: "field to clear", isRepeated: true },
  { name: "whole-maps", text: "send whole maps, for servers whose field masks cannot name map entries" },
  { name: "dry-run", text: "show what would be sent without changing anything" },
  { name: "skeleton", text: "print the input as YAML to fill in" },
  { name: "curl", text: "print a curl or grpcurl command for the call instead of making it" },
  { name: "yes", short: "y", text: "delete or remove without asking for confirmation" },
  { name: "all", text: "delete or update all resources that --parent-id, --filter and the like list" },
  { name: "at-most", value: "NUMBER", text: "change nothing if there are more resources than this" },
  { name: "replace", text: "take a file as the whole resource: clear what it omits, and replace lists" },
  { name: "send-secrets", text: "apply: send INPUT_ONLY values with updates, which cannot be compared" },
  { name: "no-wait", text: "do not wait for the operation" },
  { name: "timeout", value: "DURATION", text: "time limit for the call and for waiting, such as 90s" },
  { name: "idempotency-key", value: "KEY", text: "key that makes retries of this command safe" },
  { name: "limit", short: "L", value: "NUMBER", text: "maximum number of items to list" },
  {
    name: "header",
    short: "H",
    value: "'NAME: VALUE'",
    text: "header to send with the call (gRPC metadata)",
    isRepeated: true,
  },
  { name: "show-secrets", text: "print secret fields" },
  { name: "service", value: "NAME", text: "service to call, for methods without their own endpoint" },
  { name: "profile", value: "NAME", text: "profile to use" },
  { name: "browser", text: "login: log in through a browser of this machine" },
  { name: "device-code", text: "login: log in with a code that you enter on another device" },
  {
    name: "connect-timeout",
    value: "DURATION",
    text: "time limit for connecting; default: 2s at a terminal, 10s in a script",
  },
  { name: "wait-for-ready", text: "keep trying to connect until the timeout of the call" },
  { name: "debug", short: "v", text: "print each attempt to stderr, without secrets" },
];

/** Other names of built-in flags. */
export const flagAliases: Readonly<Record<string, string>> = { "max-items": "limit", verbose: "debug" };

/** The settings that are flags. The parent is a field of requests, and completion has no flags. */
const settingFlags: readonly OwnFlag[] = Object.entries(settingDescriptions)
  .filter(([key]) => !["parentId", "output", "completeNames"].includes(key))
  .map(([key, text]) => ({
    name: kebabCase(key),
    text,
    isSetting: true,
    ...(isBooleanSetting(key as keyof Settings) ? {} : { value: "VALUE" }),
  }));

/** The built-in flags by name. */
export const ownFlags: ReadonlyMap<string, OwnFlag> = new Map(
  [...own, ...settingFlags].map((flag) => [flag.name, flag]),
);

const shorts: ReadonlyMap<string, string> = new Map(
  own.flatMap(({ name, short }) => (short ? [[short, name]] : [])),
);

/** Returns the name of a flag for its letter. */
export function longName(letter: string): string | undefined {
  return shorts.get(letter);
}

/** The built-in commands with their help texts. */
export const builtinCommands: Readonly<Record<string, string>> = {
  apply: "create and change resources as files describe them",
  login: "save credentials in a profile",
  logout: "remove credentials from a profile",
  profile: "list, show, change and select profiles",
  completion: "print the completion script of bash, zsh or fish",
  call: "call a method by its full name, or by HTTP verb and path",
  skill: "print a SKILL.md for coding agents",
  approve: "show a change that an agent has planned, and approve or decline it",
  help: "show help for a command",
  version: "print the versions",
};

/** The hidden command that completion scripts call. */
export const completeWord = "complete";

/** The built-in commands of each service with their help texts. */
export const serviceWords: Readonly<Record<string, string>> = {
  edit: "change a resource in an editor",
  export: "write resources as files for apply",
  explain: "describe a field",
  operation: "get or wait for an operation",
};

/** The parts of an SDK that decide which built-in commands it has. */
export type CommandScope = Pick<Sdk, "isRest"> & { readonly session: Pick<Sdk["session"], "kind"> };

/** The built-in commands that need what the API does not have: resources, operations and read-modify-write updates. */
function missingCommands({ isRest, session }: CommandScope): readonly string[] {
  if (isRest) return ["edit", "operation"];
  return session.kind === "grpc" ? ["apply", "edit", "export", "operation"] : [];
}

/** Returns the built-in commands of each service of an API. */
export function builtinsOfService(sdk: CommandScope): typeof serviceWords {
  return omit(serviceWords, missingCommands(sdk));
}

/** Returns the built-in commands that help lists. The others explain why they do not work. */
export function listedBuiltins(sdk: CommandScope): typeof builtinCommands {
  return omit(builtinCommands, missingCommands(sdk));
}

function omit(
  texts: Readonly<Record<string, string>>,
  words: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([word]) => !words.includes(word)));
}

/**
 * Returns the built-in commands that hide methods of the same name.
 *
 * @param count The number of words in the name of the service. Methods of a service without a name also compete with the
 *   top-level commands.
 */
export function builtinsThatHide(sdk: CommandScope, count: number): typeof serviceWords {
  return count === 0 ? { ...builtinCommands, ...builtinsOfService(sdk) } : builtinsOfService(sdk);
}
