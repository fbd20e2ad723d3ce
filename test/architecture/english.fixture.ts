/** Ways of putting things that are correct and that no native reader would choose, each with what to write instead. */
export interface Pattern {
  readonly name: string;
  readonly expression: RegExp;
  readonly instead: string;
}

/** The word list. A sentence is looked at by itself, without code and without the addresses of links. */
export const patterns: readonly Pattern[] = [
  {
    name: "a sentence that begins with What or Who",
    expression: /^(?:What|Who)(?:ever)?\b(?!.*\?$)/,
    instead: "begin with the subject: the thing, then what it does",
  },
  {
    name: "where for if",
    expression:
      /\b(?:only|even|but|except|unless|as) where\b|\bwhere (?:there|one|none|nothing|nobody|somebody) (?:is|are|was|were|has|have|had|does|do|can|cannot|may)\b|^Where (?:there|it|they|no|nobody|nothing|one)\b(?!.*\?$)/i,
    instead: "if, when, unless",
  },
  { name: "stands", expression: /\b(?:stands?|stood)\b(?! for\b)/, instead: "is" },
  {
    name: "of its own",
    expression: /(?<!\bout )\bof (?:its|their|one's|our|your|his|her) own\b/,
    instead: "its own, a separate",
  },
  {
    name: "is no for is not a",
    expression:
      /(?<!\bthere )(?<!\bThere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|later\b|earlier\b|fewer\b|bigger\b)\w/,
    instead: "is not a",
  },
  { name: "told of", expression: /\b(?:told|tells?|telling) of\b/, instead: "is told about, reports" },
  {
    name: "in place of",
    expression: /\bin (?:the )?place of\b/,
    instead: "instead of",
  },
];

/** The patterns that a sentence has. */
export function clumsiness(sentence: string): readonly Pattern[] {
  return patterns.filter(({ expression }) => expression.test(sentence));
}

/** The sentences of a page: its paragraphs, items and cells, without titles and blocks of code. */
export function sentencesOfPage(text: string): string[] {
  const prose = text
    .replaceAll(/^[ \t]*```.*?^[ \t]*```$/gms, "")
    .replaceAll(/<!--.*?-->/gs, "")
    // Titles are no sentences.
    .replaceAll(/^#+ .*$/gm, "");
  return prose
    .split(/\n{2,}|\n(?=[ \t]*(?:[-*>#|]|\d+\.) ?)/)
    .flatMap((block) => block.split(/(?<!\\)\|/))
    .flatMap((block) => sentencesIn(block.replace(/^[ \t]*(?:[-*>#]+|\d+\.) /, "")));
}

/** The sentences of a source: those of its doc comments, and those of texts that people read as errors. */
export function sentencesOfSource(text: string): string[] {
  const comments = [...text.matchAll(/\/\*\*(.*?)\*\//gs)].flatMap(([, body = ""]) =>
    sentencesOfPage(body.replaceAll(/^[ \t]*\* ?/gm, "").replaceAll(/^@\w+ ?/gm, "\n\n")),
  );
  const code = text.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/^[ \t]*\/\/.*$/gm, "");
  const literals = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, template]) => plain ?? (template ?? "").replaceAll(/\$\{[^}]*\}/g, "x"))
    .filter((literal) => /^[^<>{}=]*(?: [^ <>{}=]+){4}/.test(literal) && !literal.includes("\n"));
  return [...comments, ...literals.flatMap(sentencesIn)];
}

/** Sentences in a run of prose. Code in it counts as one word. */
function sentencesIn(prose: string): string[] {
  return prose
    .replaceAll(/`[^`]*`/g, "`x`")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/[*_[\]]+/g, "")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.!?:]) (?=[A-Z`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.includes(" "));
}
