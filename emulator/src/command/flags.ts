import type { EmulatorOptions } from "../options.js";
import { type CommandFiles, type Draft, flags } from "./flag-table.js";
import { reasonOf } from "../reason.js";

/** What the arguments ask for. */
export type Flags =
  | { readonly kind: "run"; readonly options: EmulatorOptions; readonly files: CommandFiles }
  | { readonly kind: "help" }
  | { readonly kind: "error"; readonly problem: string };

/** The text of `--help`. */
export const commandHelp = `stratus emulate: a local cloud for an API that follows the convention

  stratus emulate --protos DIR [flags]
  stratus emulate --image FILE [flags]

${flags.map(({ name, value, help }) => `  ${`--${name} ${value}`.trimEnd().padEnd(34)} ${help}`).join("\n")}
  ${"--help".padEnd(34)} this text
`;

const repeatable = new Set(["service-account"]);

/** Reads the arguments; a value follows its flag, or an `=`. */
export function parseFlags(args: readonly string[]): Flags {
  const draft: Draft = { files: {} };
  const seen = new Set<string>();
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--help" || word === "-h") return { kind: "help" };
    const [, name = "", inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const flag = flags.find((one) => one.name === name);
    if (flag === undefined) return { kind: "error", problem: `unknown argument ${JSON.stringify(word)}` };
    if (seen.has(name) && !repeatable.has(name))
      return { kind: "error", problem: `--${name} is given twice` };
    seen.add(name);
    const value = flag.value === "" ? (inline ?? "") : (inline ?? rest.shift());
    if (value === undefined) return { kind: "error", problem: `--${name} needs ${flag.value}` };
    if (flag.value === "" && inline !== undefined)
      return { kind: "error", problem: `--${name} takes no value` };
    try {
      flag.set(draft, value);
    } catch (error) {
      return { kind: "error", problem: `--${name}: ${reasonOf(error)}` };
    }
  }
  const { files, ...options } = draft;
  return { kind: "run", options, files };
}
