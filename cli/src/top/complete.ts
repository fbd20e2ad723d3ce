import { escaped, findCommand } from "../argv/find-command.js";
import { hidingWords, ownFlags, topWords, wordsBehind } from "../argv/flags.js";
import { commandWords } from "../argv/read-argv.js";
import { safeLine, splitServiceWords } from "@stratus/dynamic-client";
import { quoted } from "../text/quoted.js";
import { files, type Offer, offers, ownFlagOffers, ownValues } from "./offer.js";
import type { TopCommand } from "./top-command.js";

/** Prints what may come at the end of a line. It never fails: a shell has no place for an error. */
export async function runComplete(
  command: TopCommand,
  shell: string,
  typed: readonly string[],
): Promise<void> {
  const { host } = command;
  try {
    const { before, last, head } = splitLine(typed, shell === "bash");
    const found = await offersFor(command, before, last);
    if (found === files) return await host.out(`${files}\n`);
    const fits = found.filter(({ value }) => value.startsWith(last)).slice(0, 500);
    await host.out(fits.map((one) => `${line(one, head, shell === "bash")}\n`).join(""));
  } catch {
    // Nothing to offer.
  }
}

function line({ value, text }: Offer, head: string, isBash: boolean): string {
  // Other shells quote by themselves.
  const shown = isBash ? quoted(value) : value;
  return `${head}${safeLine(shown)}${text === "" ? "" : `\t${safeLine(text)}`}`;
}

/** Takes `--flag=value` apart, which bash has done already. */
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

async function offersFor(
  command: TopCommand,
  before: readonly string[],
  last: string,
): Promise<readonly Offer[] | typeof files> {
  const { sdk, profiles } = command;
  const target = findCommand(sdk, commandWords(before));
  const flag = /^--?(.+)$/.exec(before.at(-1) ?? "")?.[1];
  if (flag !== undefined && !last.startsWith("-")) {
    const own = ownFlags.get(flag) ?? [...ownFlags.values()].find(({ short }) => short === flag);
    if (own?.value !== undefined) return ownValues(own, profiles.names);
  }
  if (target.kind === "method") {
    const { methodOffers } = await import("./complete-method.js");
    return methodOffers(command, target, { before, last, flag });
  }
  if (last.startsWith("-")) return ownFlagOffers();
  if (target.kind === "group") return target.unknown === undefined ? wordOffers(command, target.words) : [];
  if (target.kind === "top") return topOffers(target.word, before, profiles.names);
  return target.word === "operation" ? offers(["wait", "get"]) : [];
}

function wordOffers({ sdk }: TopCommand, words: readonly string[]): readonly Offer[] {
  const prefix = words.join(" ");
  const found = new Map<string, string>();
  for (const entry of sdk.guide.services) {
    const own = splitServiceWords(entry);
    if (entry.words === prefix)
      for (const { word, text } of sdk.lines(entry))
        found.set(escaped(word, hidingWords(sdk, words.length)), text);
    else if (words.every((word, at) => own[at] === word) && own.length > words.length) {
      const word = own[words.length] ?? "";
      found.set(
        words.length === 0 ? escaped(word, topWords) : word,
        own.length === words.length + 1 ? entry.text : "",
      );
    }
  }
  const isService = sdk.guide.services.some((entry) => entry.words === prefix);
  const own = words.length === 0 ? topWords : isService ? wordsBehind(sdk) : {};
  return [...found, ...Object.entries(own)].map(([value, text]) => ({ value, text }));
}

function topOffers(word: string, before: readonly string[], profiles: readonly string[]): readonly Offer[] {
  const [, verb] = commandWords(before);
  if (word === "completion") return offers(["bash", "zsh", "fish"]);
  if (word !== "profile") return [];
  if (verb === undefined) return offers(["list", "show", "set", "unset", "use", "delete"]);
  return verb === "use" || verb === "show" || verb === "delete" ? offers(profiles) : [];
}
