import {
  type Argv,
  commandWords,
  flagValue,
  type GivenFlag,
  hasFlag,
  readArgv,
  requireOwnFlags,
  withoutWords,
} from "./argv/read-argv.js";
import { findCommand, type Target } from "./argv/find-command.js";
import { completeWord, ownFlags, builtinsOfService, listedBuiltins } from "./argv/flags.js";
import { takeData } from "./argv/take-data.js";
import type { Context } from "./command/context.js";
import type { Host } from "./host/host.js";
import {
  findSdk,
  Profiles,
  parseSetting,
  type Sdk,
  findSetting,
  resolveSettings,
  type Settings,
  unknownNameError,
  UsageError,
  splitServiceWords,
} from "@stratus/dynamic-client";

/** A CLI of an API. */
export interface CommandLine {
  /** The SDK: the name of its package, or the path of its folder. */
  readonly sdk: string;
  /** The folder from which the SDK is resolved. Default: the working folder. */
  readonly from?: string | undefined;
  /** The default settings. */
  readonly defaults?: Settings | undefined;
  /** The version of the CLI. */
  readonly version: string;
}

/** Built-in commands that call the API. */
const openedBuiltins: Readonly<Record<string, (context: Context, rest: readonly string[]) => Promise<void>>> =
  {
    apply: async (context, rest) => (await import("./apply/run-apply.js")).runApply(context, rest),
    call: async (context, rest) => (await import("./builtin/run-call.js")).runCall(context, rest),
  };

/** Runs a command and returns its exit code. It never throws. */
export async function runCommand(line: CommandLine, argv: readonly string[], host: Host): Promise<number> {
  let context: Context | undefined;
  let sdk: Sdk | undefined;
  let login: string | undefined;
  try {
    sdk = await findSdk(line.sdk, line.from ?? host.folder);
    if (asksForVersion(argv)) return await runCommand(line, ["version"], host);
    const profiles = new Profiles(sdk, host.env);
    login = loginWords(argv, profiles.named);
    const words = commandWords(argv);
    const target = findCommand(sdk, words);
    const opened = target.kind === "builtin" ? openedBuiltins[target.word] : undefined;
    if (target.kind === "builtin" && (!opened || (asksForHelp(argv) && target.word !== "apply")))
      return await startBuiltin(target.word, { line, argv, host, sdk, profiles });
    if (target.kind === "group") return await showGroup(target, { line, argv, host, sdk });
    const rest = withoutWords(argv, target.count);
    const own = readArgv(opened === openedBuiltins["call"] ? takeData(rest).rest : rest);
    const profile = flagValue(own, "profile") ?? profiles.selected;
    const given = flagSettings(own.flags);
    const resolved = resolveSettings({
      sdk,
      env: host.env,
      given,
      profiles,
      profile,
      defaults: line.defaults,
    });
    const { Context: Made } = await import("./command/context.js");
    context = new Made({ host, sdk, profile, ...resolved });
    if (target.kind === "builtin") await opened?.(context, rest);
    else if (target.kind === "serviceBuiltin") await runOwn(target, rest, context);
    else await runMethodWord(target, rest, context);
    return 0;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "EPIPE") return 0;
    const { adviseLine } = await import("./habits/advise-line.js");
    const { reportError } = await import("./output/report-error.js");
    const advised = sdk ? await adviseLine(error, sdk, argv, host) : error;
    return await reportError(advised, host, isJson(argv), login);
  } finally {
    await context?.close();
  }
}

/** Whether a line has no command, only `--version` or `-v`. Behind a command, `-v` is `--debug`. */
function asksForVersion(argv: readonly string[]): boolean {
  return argv.length === 1 && /^(?:--version|-[vV])$/.test(argv[0] ?? "");
}

function asksForHelp(argv: readonly string[]): boolean {
  return argv.some((token) => token === "--help" || token === "-h");
}

/** Returns the settings that flags set. */
function flagSettings(flags: readonly GivenFlag[]): Settings {
  return Object.fromEntries(
    flags.flatMap(({ name, value }) => {
      const key = ownFlags.has(name) && name !== "output" ? findSetting(name) : undefined;
      return key === undefined ? [] : [[key, parseSetting(key, value ?? "true", `--${name}`)]];
    }),
  );
}

async function runMethodWord(
  { entry, word }: Extract<Target, { readonly kind: "method" }>,
  rest: readonly string[],
  context: Context,
): Promise<void> {
  const { sdk, host } = context;
  const service = await sdk.service(entry);
  const method = service.method(word);
  if (!method)
    throw new UsageError("PACKAGE_INVALID", `the guide has no method ${word}: generate the package again`);
  const { FlagReader } = await import("./input/read-input.js");
  const argv = readArgv(rest, new FlagReader(service, method).takesValue);
  if (hasFlag(argv, "help")) {
    const { methodHelp } = await import("./help/help.js");
    return host.out(methodHelp(service, method, host));
  }
  if (hasFlag(argv, "skeleton")) {
    const { skeleton } = await import("./help/skeleton.js");
    return host.out(skeleton(service, method));
  }
  const { runMethod } = await import("./command/run-method.js");
  await runMethod({ context, service, method, argv });
}

async function runOwn(
  { entries, word }: Extract<Target, { readonly kind: "serviceBuiltin" }>,
  rest: readonly string[],
  context: Context,
): Promise<void> {
  const { sdk, host } = context;
  const argv: Argv = readArgv(rest);
  const [entry] = entries;
  if (word === "export" && entry) {
    const { runExport } = await import("./apply/run-export.js");
    return runExport(context, await sdk.service(entry), rest);
  }
  if (hasFlag(argv, "help") || !entry) {
    const { builtinHelp } = await import("./help/builtin-help.js");
    return host.out(builtinHelp(sdk, word, host, entry?.words));
  }
  if (word !== "edit") await requireOwnFlags(argv);
  if (word === "explain") {
    const { explain } = await import("./help/explain.js");
    return host.out(await explain(await sdk.service(entry), argv.words[0], host));
  }
  if (word === "edit") {
    const { runEdit } = await import("./command/run-edit.js");
    return runEdit(context, await sdk.service(entry), rest);
  }
  const { runOperation } = await import("./command/run-operation.js");
  await runOperation(context, await Promise.all(entries.map((one) => sdk.service(one))), argv);
}

/** The inputs of a built-in command. */
interface BuiltinInputs {
  readonly line: CommandLine;
  readonly argv: readonly string[];
  readonly host: Host;
  readonly sdk: Sdk;
  readonly profiles: Profiles;
}

async function startBuiltin(
  word: string,
  { line, argv, host, sdk, profiles }: BuiltinInputs,
): Promise<number> {
  const rest = withoutWords(argv, 1);
  if (word === "help") return runCommand(line, [...rest, "--help"], host);
  // Behind its hyphens is a line that someone is typing.
  const own = readArgv(word === completeWord ? [] : rest);
  if (hasFlag(own, "help")) {
    const { builtinHelp } = await import("./help/builtin-help.js");
    await host.out(builtinHelp(sdk, word, host));
    return 0;
  }
  await requireOwnFlags(own);
  const profile = flagValue(own, "profile") ?? profiles.selected;
  const given = flagSettings(own.flags);
  const sources = { sdk, env: host.env, given, profiles, profile, defaults: line.defaults };
  const { runBuiltin } = await import("./builtin/run-builtin.js");
  await runBuiltin(word, {
    host,
    sdk,
    profiles,
    argv: own,
    rest,
    given,
    ...resolveSettings({ ...sources, isNew: true }),
    profile,
    version: line.version,
  });
  return 0;
}

async function showGroup(
  { words, unknown }: Extract<Target, { readonly kind: "group" }>,
  { line, argv, host, sdk }: Pick<BuiltinInputs, "line" | "argv" | "host" | "sdk">,
): Promise<number> {
  if (unknown === undefined) {
    await requireOwnFlags(readArgv(argv));
    const { groupHelp } = await import("./help/group-help.js");
    await host.out(groupHelp(sdk, words, host));
    return 0;
  }
  const { translateLine } = await import("./habits/translate-line.js");
  const habit = await translateLine(sdk, argv);
  if (habit?.isRead) return runCommand(line, habit.argv, host);
  const prefix = words.join(" ");
  const next = sdk.guide.services.flatMap((entry) => {
    const own = splitServiceWords(entry);
    if (entry.words === prefix) return sdk.lines(entry).map(({ word }) => word);
    return words.every((word, at) => own[at] === word) ? [own[words.length] ?? ""] : [];
  });
  const own = Object.keys(words.length === 0 ? listedBuiltins(sdk) : builtinsOfService(sdk));
  const place = [...words, unknown].join(" ");
  const fix = `see ${[host.name, ...words].join(" ")} --help`;
  throw await unknownNameError("command", unknown, [...new Set([...next, ...own])], { place, fix });
}

/** Returns the words that log in to the profile of a line. */
function loginWords(argv: readonly string[], named: string | undefined): string {
  const at = argv.findIndex((one) => /^--profile(?:=|$)/.test(one));
  const profile = at < 0 ? named : (argv[at]?.split("=")[1] ?? argv[at + 1]);
  return profile === undefined ? "login" : `login --profile ${profile}`;
}

function isJson(argv: readonly string[]): boolean {
  return argv.some(
    (one, at) =>
      one === "-ojson" ||
      /^(?:-o|--output)=jsonl?$/.test(one) ||
      (/^(?:-o|--output)$/.test(one) && /^jsonl?$/.test(argv[at + 1] ?? "")),
  );
}
