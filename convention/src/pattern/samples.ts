import { readPattern, type Part } from "./syntax.js";

/** The characters of samples, most readable first. */
const characters = [..."a1A-_./:@ ,=+#%&*()[]{}<>!?;'\"\\|~^$`é\t\n"];

/** The numbers of repetitions to try, most readable first. */
const repetitions = [3, 1, 0, 7, 15, 31, 63];

/**
 * Generates texts that match a pattern, most readable first. Returns none if the pattern is invalid, or needs unusual characters or
 * a lookaround that the texts do not satisfy.
 */
export function generateSamples(pattern: string): readonly string[] {
  const tree = readPattern(pattern, false);
  if (tree === undefined) return [];
  const texts = repetitions.map((count) => generateText(tree, count)).filter((text) => text !== undefined);
  const expression = new RegExp(pattern, "u");
  return [...new Set(texts)].filter((text) => expression.test(text));
}

/** Generates a text that matches a part. */
function generateText(part: Part, count: number): string | undefined {
  switch (part.kind) {
    case "character":
      return [part.text, part.text.slice(1), ...characters].find((one) => isOne(one, part.text));
    case "sequence":
      return join(part.parts.map((one) => generateText(one, count)));
    case "choice":
      return part.parts.map((one) => generateText(one, count)).find((text) => text !== undefined);
    case "repeat": {
      const wanted = part.part.kind === "character" ? count : Math.min(count, 1);
      const times = Math.min(Math.max(part.min, wanted), part.max);
      if (times === 0) return "";
      const text = generateText(part.part, count);
      return text === undefined
        ? part.min === 0
          ? ""
          : undefined
        : text.repeat(Math.min(times, maxRepetitions));
    }
    default:
      return "";
  }
}

function isOne(text: string, pattern: string): boolean {
  return [...text].length === 1 && new RegExp(`^(?:${pattern})$`, "u").test(text);
}

/** The maximum number of repetitions of a text. */
const maxRepetitions = 100;

function join(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join("");
}
