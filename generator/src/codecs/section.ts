/** A declaration in ts-proto's unformatted text, with what follows it up to the next one. */
export interface Section {
  readonly kind: "enum" | "interface" | "base" | "codec" | "functions" | "head";
  /** Name of the message or enum; empty for the others. */
  readonly name: string;
  readonly text: string;
}

/** First lines of the declarations that can be told apart. */
const starts: readonly (readonly [Section["kind"], RegExp])[] = [
  ["interface", /^export interface (\w+) \{\n/],
  ["base", /^function createBase(\w+)\(\): \1 \{\n/],
  ["codec", /^export const (\w+): MessageFns<\1>(?: & \w+)? = \{\n/],
  ["enum", /^export const (\w+) = \{\n/],
  ["functions", /^interface MessageFns<T>() \{\n/],
];

/** Where one of them may be. */
const mayStart = /^(?=export interface |function createBase|export const |interface MessageFns<)/m;

/** Cuts the text into its declarations. The texts of all sections together are the text. */
export function splitSections(text: string): Section[] {
  return text.split(mayStart).map((part, index) => ({ ...startOf(part, index), text: part }));
}

function startOf(text: string, index: number): Pick<Section, "kind" | "name"> {
  for (const [kind, pattern] of starts) {
    const match = pattern.exec(text);
    if (match) return { kind, name: match[1] ?? "" };
  }
  if (index === 0) return { kind: "head", name: "" };
  throw new Error(`ts-proto writes a declaration that is new to us: ${text.slice(0, text.indexOf("\n"))}`);
}

/** Puts sections together again. */
export function joinSections(sections: readonly Section[]): string {
  return sections.map(({ text }) => text).join("");
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
  throw changed({ name }, `${pattern} is there ${found} times instead of ${times}`);
}

/** The error for a text of ts-proto that is not what it was. */
export function changed({ name }: Pick<Section, "name">, what: string): Error {
  return new Error(
    `the text that ts-proto writes for ${name} has changed: ${what}; ` +
      "the version of ts-proto and the repairs of its text must go together",
  );
}
