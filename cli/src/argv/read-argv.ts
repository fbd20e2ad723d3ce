import { unknownNameError, UsageError } from "@stratus/dynamic-client";
import { flagAliases, longName, ownFlags } from "./flags.js";

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

/**
 * Parses arguments. An unknown flag at the end of the line gets no value, and whoever knows the flags reports it.
 *
 * @throws A UsageError if the value of a flag is missing.
 */
export function readArgv(argv: readonly string[], takesValue: TakesValue = () => undefined): Argv {
  const words: string[] = [];
  const flags: GivenFlag[] = [];
  const rest = [...argv];
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    if (token === "--") return { words: [...words, ...rest], flags };
    if (!isFlag(token)) {
      words.push(token);
      continue;
    }
    const { name, value, more } = splitFlag(token);
    if (more !== undefined) rest.unshift(more);
    const own = ownFlags.get(name);
    const known = own ? own.value !== undefined : takesValue(name);
    if (own && known === false && value !== undefined && !/^(?:true|false)$/.test(value))
      throw new UsageError("ARGUMENT_INVALID", `--${name} takes no value`);
    if (known === false && value === undefined && /^(?:true|false)$/.test(rest[0] ?? ""))
      throw new UsageError(
        "ARGUMENT_INVALID",
        `--${name} takes no separate value: write --${name}=${rest[0]}, or put arguments before flags`,
      );
    if (known === false || value !== undefined) {
      if (own?.isSetting || !(own && value === "false"))
        flags.push({ name, value: own && !own.isSetting && known === false ? undefined : value });
      continue;
    }
    if (rest.length === 0 && known)
      throw new UsageError("ARGUMENT_MISSING", `--${name} needs a value: --${name} ${own?.value ?? "VALUE"}`);
    flags.push({ name, value: known || !isFlag(rest[0] ?? "--") ? rest.shift() : undefined });
  }
  return { words, flags };
}

/** Whether an argument is a flag. `-` is standard input, and `-5` a number. */
function isFlag(token: string): boolean {
  return /^-[^-\d]|^--/.test(token);
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
  if (!token.startsWith("--") && longName(token[1] ?? "") === undefined) return false;
  return ownFlags.has(splitFlag(token).name);
}

interface SplitFlag extends GivenFlag {
  /** The other letters of `-yh`, as a flag. */
  readonly more?: string | undefined;
}

function splitFlag(token: string): SplitFlag {
  if (!token.startsWith("--")) return splitLetters(token);
  const equals = token.indexOf("=");
  const name = token.slice(2, equals < 0 ? undefined : equals);
  const value = equals < 0 ? undefined : token.slice(equals + 1);
  return { name: flagAliases[name] ?? name, value };
}

/** Splits `-o=json`, `-ojson`, and `-yh`, which is `-y -h`. */
function splitLetters(token: string): SplitFlag {
  const [letter = "", rest] = [token[1], token.slice(2)];
  const name = longName(letter);
  if (name === undefined)
    throw new UsageError(
      "NAME_UNKNOWN",
      `there is no flag -${letter}${rest === "" || rest.startsWith("=") ? "" : `; flags of fields have two hyphens: -${token}`}`,
    );
  if (rest === "") return { name, value: undefined };
  if (rest.startsWith("=")) return { name, value: rest.slice(1) };
  return ownFlags.get(name)?.value === undefined
    ? { name, value: undefined, more: `-${rest}` }
    : { name, value: rest };
}

/** Returns the last value of a built-in flag. */
export function flagValue({ flags }: Argv, name: string): string | undefined {
  return flags.findLast((one) => one.name === name)?.value;
}

/** Whether a built-in flag without a value is set. */
export function hasFlag({ flags }: Argv, name: string): boolean {
  return flags.some((one) => one.name === name);
}
