import { readPattern, type Part } from "./syntax.js";

/** Characters that samples are made of, the most readable first. */
const characters = [..."a1A-_./:@ ,=+#%&*()[]{}<>!?;'\"\\|~^$`é\t\n"];

/** How often a character is repeated that may be: a few times first, since that reads well. */
const repeats = [3, 1, 0, 7, 15, 31, 63];

/**
 * Texts that match a pattern, the most readable first; none if the pattern does not parse, asks for a character that nobody
 * types, or for something ahead or behind that the texts do not have.
 */
export function samplesOfPattern(pattern: string): readonly string[] {
  const tree = readPattern(pattern, false);
  if (tree === undefined) return [];
  const texts = repeats.map((count) => textOf(tree, count)).filter((text) => text !== undefined);
  const expression = new RegExp(pattern, "u");
  return [...new Set(texts)].filter((text) => expression.test(text));
}

/** A text of a part; undefined if there is none. */
function textOf(part: Part, count: number): string | undefined {
  switch (part.kind) {
    case "character":
      return [part.text, part.text.slice(1), ...characters].find((one) => isOne(one, part.text));
    case "sequence":
      return joined(part.parts.map((one) => textOf(one, count)));
    case "choice":
      return part.parts.map((one) => textOf(one, count)).find((text) => text !== undefined);
    case "repeat": {
      const wanted = part.part.kind === "character" ? count : Math.min(count, 1);
      const times = Math.min(Math.max(part.least, wanted), part.most);
      if (times === 0) return "";
      const text = textOf(part.part, count);
      return text === undefined ? (part.least === 0 ? "" : undefined) : text.repeat(Math.min(times, longest));
    }
    default:
      return "";
  }
}

function isOne(text: string, pattern: string): boolean {
  return [...text].length === 1 && new RegExp(`^(?:${pattern})$`, "u").test(text);
}

/** Nobody reads more. */
const longest = 100;

function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join("");
}
