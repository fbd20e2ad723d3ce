/** A declaration in ts-proto's unformatted text, with what follows it up to the next one. */
export interface Section {
  readonly kind: "enum" | "interface" | "base" | "codec" | "functions" | "head";
  /** Name of the message or enum; empty for the others. */
  readonly name: string;
  readonly text: string;
}

/** First lines of the declarations that can be told apart; all stand at the start of a line. */
const starts: readonly (readonly [Section["kind"], RegExp])[] = [
  ["interface", /^export interface (\w+) \{$/],
  ["base", /^function createBase(\w+)\(\): \1 \{$/],
  ["codec", /^export const (\w+): MessageFns<\1>(?: & \w+)? = \{$/],
  ["enum", /^export const (\w+) = \{$/],
  ["functions", /^interface MessageFns<T>() \{$/],
];

/** Cuts the text into its declarations. The texts of all sections together are the text. */
export function splitSections(text: string): Section[] {
  const sections: { kind: Section["kind"]; name: string; lines: string[] }[] = [
    { kind: "head", name: "", lines: [] },
  ];
  for (const line of text.split("\n")) {
    const start = startOf(line);
    if (start) sections.push({ ...start, lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ kind, name, lines }) => ({ kind, name, text: lines.join("\n") }));
}

function startOf(line: string): { kind: Section["kind"]; name: string } | undefined {
  if (!/^(?:export|function|interface) /.test(line)) return undefined;
  for (const [kind, pattern] of starts) {
    const match = pattern.exec(line);
    if (match) return { kind, name: match[1] ?? "" };
  }
  return undefined;
}

/** Puts sections together again. */
export function joinSections(sections: readonly Section[]): string {
  return sections.map(({ text }) => text).join("\n");
}

/**
 * Replaces every match, of which there must be as many as said: when ts-proto
 * changes its text, generation fails instead of writing codecs that lose data.
 */
export function replaceExactly(
  times: number,
  { name, text, kind }: Section,
  pattern: RegExp,
  replacement: string | ((match: string, ...groups: string[]) => string),
): Section {
  let found = 0;
  const replaced = text.replaceAll(pattern, (match: string, ...rest: unknown[]) => {
    found++;
    const groups = rest.filter((one): one is string => typeof one === "string");
    return typeof replacement === "string" ? replacement : replacement(match, ...groups);
  });
  if (found === times) return { name, kind, text: replaced };
  throw new Error(
    `the text that ts-proto writes for ${name} has changed: ${pattern} is there ${found} times instead of ${times}; ` +
      "the version of ts-proto and the repairs of its text must go together",
  );
}
