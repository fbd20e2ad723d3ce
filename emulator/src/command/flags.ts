import { nearestName } from "@stratus/convention/name";
import type { EmulatorOptions } from "../options/options.js";
import { errorTextWithCode, explained } from "../text/error-text.js";
import { type CommandSettings, type FlagValues, type Flag, flags } from "./flag-table.js";
import { EmulatorError } from "../text/emulator-error.js";

/** The action that the arguments request. */
export type Flags =
  | { readonly kind: "run"; readonly options: EmulatorOptions; readonly command: CommandSettings }
  | { readonly kind: "help" }
  | { readonly kind: "error"; readonly problem: string };

/** Returns the text of `--help` for a command with that name. */
export function commandHelp(name: string): string {
  return `${name}: a local server for any API: complete for the convention and AIP, with default values for plain gRPC

  ${name} PACKAGE [flags]       a generated package: its name or the path of its folder
  ${name} --protos DIR [flags]
  ${name} --image FILE [flags]

${flags.map(({ name: flag, value, help }) => `  ${`--${flag} ${value}`.trimEnd().padEnd(34)} ${help}`).join("\n")}
  ${"--help".padEnd(34)} show this help
`;
}

const repeatable = new Set(["service-account", "never-null", "cors", "scenario", "seed"]);

/** Parses the arguments. A value follows its flag or `=`. An argument without a flag is the package. */
export function parseFlags(args: readonly string[]): Flags {
  const draft: FlagValues = { command: {} };
  const seen = new Set<string>();
  const rest = [...args];
  try {
    for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
      if (word === "--help" || word === "-h") return { kind: "help" };
      if (word.startsWith("-")) readFlag(word, rest, seen, draft);
      else if (draft.sdk === undefined) draft.sdk = word;
      else
        throw new EmulatorError(
          "OPTION_CONFLICT",
          `only one package can be served: ${JSON.stringify(draft.sdk)} or ${JSON.stringify(word)}`,
        );
    }
  } catch (error) {
    return { kind: "error", problem: errorTextWithCode(error) };
  }
  const { command, ...options } = draft;
  return { kind: "run", options, command };
}

function readFlag(word: string, rest: string[], seen: Set<string>, draft: FlagValues): void {
  const [, name = "", inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
  const flag = flags.find((one) => one.name === name);
  if (flag === undefined)
    throw new EmulatorError("OPTION_UNKNOWN", `unknown flag ${JSON.stringify(word)}${suggestFlag(word)}`);
  if (seen.has(name) && !repeatable.has(name))
    throw new EmulatorError("OPTION_CONFLICT", `--${name} is given more than once`);
  seen.add(name);
  const value = readValue(flag, inline, rest);
  explained("OPTION_INVALID", `--${name}`, () => flag.set(draft, value));
}

function suggestFlag(word: string): string {
  const name = word.replace(/^-+/, "").replace(/=.*$/s, "");
  const nearest = nearestName(name, [...flags.map((flag) => flag.name), "help"]);
  return nearest === undefined ? "" : `; did you mean --${nearest}?`;
}

function readValue({ name, value }: Flag, inline: string | undefined, rest: string[]): string {
  if (value === "") {
    if (inline !== undefined) throw new EmulatorError("OPTION_INVALID", `--${name} does not take a value`);
    return "";
  }
  const given = inline ?? rest[0];
  if (given === undefined || (inline === undefined && given.startsWith("--"))) {
    throw new EmulatorError("OPTION_MISSING", `--${name} needs a value: ${value}`);
  }
  if (inline === undefined) rest.shift();
  return given;
}
