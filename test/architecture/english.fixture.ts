import { sentencesIn, sentencesOfPage } from "../../tools/sentences.mjs";

/** A way of writing that makes readers stop, and what to write instead. */
export interface Pattern {
  readonly name: string;
  readonly expression: RegExp;
  readonly instead: string;
}

/** The longest sentence that a page, a comment or a message may have, in words. */
export const maxWords = 40;

/** The patterns. Each is tested against one sentence, without code and without the addresses of links. */
export const patterns: readonly Pattern[] = [
  {
    name: "begins with What, Who, Where or So many",
    expression: /^(?:What|Who|Where|Whose|Which)(?:ever)?\b(?!.*\?$)|^So (?:many|much|long|often)\b/,
    instead: "begin with the subject, then say what it does",
  },
  {
    name: "where for if",
    expression:
      /\b(?:only|even|but|except|unless|as) where\b|\bwhere (?:there|one|none|nothing|nobody|somebody) (?:is|are|was|were|has|have|had|does|do|can|cannot|may)\b/i,
    instead: "if, when, unless",
  },
  { name: "stands", expression: /\b(?:stands?|stood)\b(?! for\b)/, instead: "is, is ready" },
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
  {
    name: "telling and saying by things",
    expression:
      /\b(?:is|are|was|were|be|been) told\b|\b(?:told|tells?|telling) of\b|\bsays? so\b|\bsaid of\b/,
    instead: "reports, sets, contains, states",
  },
  { name: "in place of", expression: /\bin (?:the )?place of\b/, instead: "instead of" },
  { name: "is to be", expression: /\b(?:is|are) (?:not )?to be \w+ed\b/, instead: "must, cannot" },
  {
    name: "a private word",
    expression: /\b(?:signs? of life|goodbye|in peace|in passing|way out|so too|whatever else|of late)\b/i,
    instead: "the term in docs/explanation/architecture.md",
  },
  {
    name: "British spelling",
    expression:
      /\b\w*(?:(?:ecogn|ormal|rgan|nitial|erial|ummar|uthor|ustom|ptim|eneral|ategor|nonym|apital|inal)is(?:e|es|ed|ing|ation)|behaviour|colour|neighbour|honour|favour|licence|cancell(?:ed|ing)|labell(?:ed|ing)|misspelt|centre)\w*\b/i,
    instead: "American spelling: recognize, behavior, color, license, canceled, misspelled",
  },
];

/** What a reader would stumble over in a sentence: the names of its patterns, each with what to write instead. */
export function stumbles(sentence: string): string[] {
  const words = sentence.split(" ").length;
  return [
    ...patterns
      .filter(({ expression }) => expression.test(sentence))
      .map(({ name, instead }) => `${name}: ${instead}`),
    ...(words > maxWords ? [`${words} words: at most ${maxWords}`] : []),
  ];
}

/** The sentences of a source: those of its doc comments, and those of texts that people read as errors. */
export function sentencesOfSource(text: string): string[] {
  // Without a space behind it, `/**` is part of a glob.
  const comments = [...text.matchAll(/\/\*\*(?=\s)(.*?)\*\//gs)].flatMap(([, body = ""]) =>
    sentencesOfPage(body.replaceAll(/^[ \t]*\* ?/gm, "").replaceAll(/^@\w+ ?/gm, "\n\n")),
  );
  const code = text.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/^[ \t]*\/\/.*$/gm, "");
  const literals = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, template]) => plain ?? (template ?? "").replaceAll(/\$\{[^}]*\}/g, "x"))
    .filter((literal) => /^[^<>{}=]*(?: [^ <>{}=]+){4}/.test(literal) && !literal.includes("\n"));
  return [...comments, ...literals.flatMap(sentencesIn)];
}
