import { escapeWord, findCommand } from "../argv/find-command.js";
import {
  builtinsThatHide,
  ownFlags,
  builtinCommands,
  builtinsOfService,
  listedBuiltins,
} from "../argv/flags.js";
import { commandWords } from "../argv/read-argv.js";
import { safeLine, splitServiceWords } from "@stratus/dynamic-client";
import { shellQuote } from "../text/shell-quote.js";
import { files, type Suggestion, suggestions, suggestFlags, suggestFlagValues } from "./suggestion.js";
import type { BuiltinCommand } from "./builtin-command.js";

/** Prints suggestions for the end of a line. It never fails, because a shell cannot show an error there. */
export async function runComplete(
  command: BuiltinCommand,
  shell: string,
  typed: readonly string[],
): Promise<void> {
  const { host } = command;
  try {
    const { before, last, head } = splitLine(typed, shell === "bash");
    const found = await suggestFor(command, before, last);
    if (found === files) return await host.out(`${files}\n`);
    const fits = found.filter(({ value }) => value.startsWith(last)).slice(0, 500);
    await host.out(fits.map((one) => `${line(one, head, shell === "bash")}\n`).join(""));
  } catch {
    // Nothing to offer.
  }
}

function line({ value, text }: Suggestion, head: string, isBash: boolean): string {
  // Other shells quote by themselves.
  const shown = isBash ? shellQuote(value) : value;
  return `${head}${safeLine(shown)}${text === "" ? "" : `\t${safeLine(text)}`}`;
}

/** Splits `--flag=value`, as bash already does. */
function splitLine(
  typed: readonly string[],
  isBash: boolean,
): { readonly before: readonly string[]; readonly last: string; readonly head: string } {
  const words = isBash
    ? typed.filter(
        (word, at) => !(word === "=" && typed[at - 1]?.startsWith("--") === true && at < typed.length - 1),
      )
    : typed;
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (isBash && last === "=") return { before, last: "", head: "" };
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  if (flag === undefined || value === undefined) return { before, last, head: "" };
  return { before: [...before, flag], last: value, head: isBash ? "" : `${flag}=` };
}

async function suggestFor(
  command: BuiltinCommand,
  before: readonly string[],
  last: string,
): Promise<readonly Suggestion[] | typeof files> {
  const { sdk, profiles } = command;
  const target = findCommand(sdk, commandWords(before));
  const flag = /^--?(.+)$/.exec(before.at(-1) ?? "")?.[1];
  if (flag !== undefined && !last.startsWith("-")) {
    const own = ownFlags.get(flag) ?? [...ownFlags.values()].find(({ short }) => short === flag);
    if (own?.value !== undefined) return suggestFlagValues(own, profiles.names);
  }
  if (target.kind === "method") {
    const { suggestForMethod } = await import("./complete-method.js");
    return suggestForMethod(command, target, { before, last, flag });
  }
  if (last.startsWith("-")) return suggestFlags();
  if (target.kind === "group") return target.unknown === undefined ? suggestWords(command, target.words) : [];
  if (target.kind === "builtin") return suggestForBuiltin(target.word, before, profiles.names);
  if (target.word === "export") {
    const { suggestForExport } = await import("./complete-export.js");
    return suggestForExport(command, target, before);
  }
  return target.word === "operation" ? suggestions(["wait", "get"]) : [];
}

function suggestWords({ sdk }: BuiltinCommand, words: readonly string[]): readonly Suggestion[] {
  const prefix = words.join(" ");
  const found = new Map<string, string>();
  for (const entry of sdk.guide.services) {
    const own = splitServiceWords(entry);
    if (entry.words === prefix)
      for (const { word, text } of sdk.lines(entry))
        found.set(escapeWord(word, builtinsThatHide(sdk, words.length)), text);
    else if (words.every((word, at) => own[at] === word) && own.length > words.length) {
      const word = own[words.length] ?? "";
      found.set(
        words.length === 0 ? escapeWord(word, builtinCommands) : word,
        own.length === words.length + 1 ? entry.text : "",
      );
    }
  }
  const isService = sdk.guide.services.some((entry) => entry.words === prefix);
  const own = words.length === 0 ? listedBuiltins(sdk) : isService ? builtinsOfService(sdk) : {};
  return [...found, ...Object.entries(own)].map(([value, text]) => ({ value, text }));
}

function suggestForBuiltin(
  word: string,
  before: readonly string[],
  profiles: readonly string[],
): readonly Suggestion[] | typeof files {
  const [, verb] = commandWords(before);
  if (word === "apply") return files;
  if (word === "completion") return suggestions(["bash", "zsh", "fish"]);
  if (word !== "profile") return [];
  if (verb === undefined) return suggestions(["list", "show", "set", "unset", "use", "delete"]);
  return verb === "use" || verb === "show" || verb === "delete" ? suggestions(profiles) : [];
}
