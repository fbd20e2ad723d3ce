import { unknownNameError, UsageError } from "@stratus/dynamic-client";
import { longName, ownFlags } from "./flags.js";

/** A flag on the command line. */
export interface GivenFlag {
  /** The name without leading hyphens. */
  readonly name: string;
  /** Undefined if the flag takes no value. */
  readonly value: string | undefined;
}

/** The parsed arguments. */
export interface Argv {
  /** The arguments that belong to no flag, in order. */
  readonly words: readonly string[];
  readonly flags: readonly GivenFlag[];
}

/** Whether a flag that is not built in takes a value. Undefined if the flag is unknown. */
export type TakesValue = (name: string) => boolean | undefined;

/** Parses arguments. @throws A UsageError if the value of a flag is missing. */
export function readArgv(argv: readonly string[], takesValue: TakesValue = () => true): Argv {
  const words: string[] = [];
  const flags: GivenFlag[] = [];
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at] ?? "";
    if (token === "--") {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!/^-[^-\d]|^--/.test(token)) {
      words.push(token);
      continue;
    }
    const { name, value } = splitFlag(token);
    const own = ownFlags.get(name);
    const takes = own ? own.value !== undefined : (takesValue(name) ?? true);
    if (own && !takes && value !== undefined && !/^(?:true|false)$/.test(value))
      throw new UsageError("ARGUMENT_INVALID", `--${name} takes no value`);
    if (!takes || value !== undefined) {
      if (!(own && value === "false")) flags.push({ name, value: own && !takes ? undefined : value });
      continue;
    }
    at += 1;
    if (at >= argv.length)
      throw new UsageError("ARGUMENT_MISSING", `--${name} needs a value: --${name} ${own?.value ?? "VALUE"}`);
    flags.push({ name, value: argv[at] });
  }
  return { words, flags };
}

/** Refuses flags that are not built in. */
export async function requireOwnFlags({ flags }: Argv): Promise<void> {
  const unknown = flags.find(({ name }) => !ownFlags.has(name));
  if (!unknown) return;
  const known = [...ownFlags.keys()].map((name) => `--${name}`);
  throw await unknownNameError("flag", `--${unknown.name}`, known);
}

/** Returns the words that may name the command: those before the first flag that is not built in. */
export function commandWords(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex(
    (token) => token === "--" || (token.startsWith("-") && token !== "-" && !isOwn(token)),
  );
  const start = end < 0 ? argv : argv.slice(0, end);
  try {
    return readArgv(start).words;
  } catch {
    return readArgv(start.slice(0, -1)).words;
  }
}

/** Returns the arguments without the first words, which name the command. */
export function withoutWords(argv: readonly string[], count: number): readonly string[] {
  const left: string[] = [];
  let removed = 0;
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at] ?? "";
    if (removed === count) {
      left.push(...argv.slice(at));
      break;
    }
    if (!token.startsWith("-") || token === "-") {
      removed += 1;
      continue;
    }
    left.push(token);
    const { name, value } = splitFlag(token);
    if (value === undefined && ownFlags.get(name)?.value !== undefined) left.push(argv[++at] ?? "");
  }
  return left;
}

function isOwn(token: string): boolean {
  return ownFlags.has(splitFlag(token).name);
}

function splitFlag(token: string): GivenFlag {
  const equals = token.indexOf("=");
  const name = equals < 0 ? token : token.slice(0, equals);
  const value = equals < 0 ? undefined : token.slice(equals + 1);
  if (name.startsWith("--")) return { name: name.slice(2), value };
  const long = longName(name.slice(1));
  if (long === undefined)
    throw new UsageError(
      "NAME_UNKNOWN",
      `there is no flag ${name}; flags of fields have two hyphens: --${name.slice(1)}`,
    );
  return { name: long, value };
}

/** Returns the last value of a built-in flag. */
export function flagValue({ flags }: Argv, name: string): string | undefined {
  return flags.findLast((one) => one.name === name)?.value;
}

/** Whether a built-in flag without a value is set. */
export function hasFlag({ flags }: Argv, name: string): boolean {
  return flags.some((one) => one.name === name);
}
