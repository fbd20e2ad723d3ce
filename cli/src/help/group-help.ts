import { escapeWord } from "../argv/find-command.js";
import { builtinsThatHide, builtinCommands, builtinsOfService, listedBuiltins } from "../argv/flags.js";
import { type Sdk, splitServiceWords } from "@stratus/dynamic-client";
import { hasColors, type Host } from "../host/host.js";
import { bold } from "../text/color.js";
import { displayWidth, wrapText } from "../text/terminal-text.js";

/** The command that help describes. */
export interface HelpScope {
  /** The command as users type it. */
  readonly name: string;
  readonly columns: number;
  readonly env?: Host["env"];
  readonly terminals?: Host["terminals"];
}

/** Returns a heading, in bold letters on a terminal with colors. */
export function heading(text: string, { env = {}, terminals }: HelpScope): string {
  return terminals && hasColors({ env, terminals }, "out") ? bold(text) : text;
}

/** A word with a description. */
export interface Row {
  readonly word: string;
  readonly text: string;
}

/** Formats rows in two columns. On narrow terminals, descriptions get their own lines. */
export function rowsText(rows: readonly Row[], columns: number): string {
  const widest = Math.max(0, ...rows.map(({ word }) => displayWidth(word)));
  const isNarrow = columns < 60;
  const margin = isNarrow ? 4 : Math.min(widest, 30) + 4;
  return rows
    .map(({ word, text }) => {
      const lines = wrapText(text, columns, " ".repeat(margin));
      const start = `  ${word}`;
      if (text === "") return `${start}\n`;
      if (isNarrow || displayWidth(start) + 2 > margin) return `${start}\n${lines}\n`;
      return `${start.padEnd(margin)}${lines.slice(margin)}\n`;
    })
    .join("");
}

/** Returns the help of a group of commands. */
export function groupHelp(sdk: Sdk, words: readonly string[], scope: HelpScope): string {
  const { name, columns } = scope;
  const prefix = words.join(" ");
  const exact = sdk.guide.services.find((one) => one.words === prefix);
  const next = new Map<string, string>();
  for (const entry of sdk.guide.services) {
    const own = splitServiceWords(entry);
    if (own.length <= words.length || !words.every((word, at) => own[at] === word)) continue;
    const word = own[words.length] ?? "";
    const isLast = own.length === words.length + 1;
    const known = next.get(word);
    const more = own[words.length + 1] ?? "";
    next.set(
      word,
      isLast ? entry.text : known === undefined ? more : known.includes(more) ? known : `${known}, ${more}`,
    );
  }
  const methods = exact ? sdk.lines(exact) : [];
  const rows = [
    ...[...next].map(([word, text]) => ({
      word: words.length === 0 ? escapeWord(word, builtinCommands) : word,
      text,
    })),
    ...methods.map(({ word, text, isDeprecated }) => ({
      word: escapeWord(word, builtinsThatHide(sdk, words.length)),
      text: isDeprecated ? `${text} (deprecated)` : text,
    })),
  ];
  const own = words.length === 0 ? listedBuiltins(sdk) : exact ? builtinsOfService(sdk) : {};
  const title = exact ? exact.text : words.length === 0 ? `Commands of ${sdk.guide.package.name}.` : "";
  return [
    `${[name, ...words].join(" ")} COMMAND [--flags]\n`,
    ...(title === "" ? [] : [`\n${wrapText(title, columns)}\n`]),
    `\n${heading("Commands:", scope)}\n${rowsText(rows, columns)}`,
    ...(Object.keys(own).length === 0
      ? []
      : [
          `\n${heading("Also:", scope)}\n${rowsText(
            Object.entries(own).map(([word, text]) => ({ word, text })),
            columns,
          )}`,
        ]),
    `\nAdd --help to any of them.\n`,
  ].join("");
}
