declare const brand: unique symbol;

/**
 * Text that may be put into a source file as it is. Only the functions of this
 * file make it, so text of a proto or an option cannot reach a template by any
 * other way: the compiler refuses a plain string.
 */
export type Code = string & { readonly [brand]: true };

/** The one place where a string is declared to be source text. */
function trust(text: string): Code {
  return text as Code;
}

const identifierPattern = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/**
 * A name of a variable, a type or a method.
 * @throws Error where the text is none; names.ts gives no such name.
 */
export function identifier(name: string): Code {
  if (!identifierPattern.test(name) || isReservedWord(name)) {
    throw new Error(`${JSON.stringify(name)} cannot be the name of anything in TypeScript`);
  }
  return trust(name);
}

/** A key of an object literal or a member of a class: quoted where it must be. */
export function propertyName(name: string): Code {
  return identifierPattern.test(name) && name !== "__proto__" ? trust(name) : string(name);
}

/** `.name` or `["name"]`, to follow an expression. */
export function member(name: string): Code {
  return identifierPattern.test(name) ? trust(`.${name}`) : trust(`[${string(name)}]`);
}

/** A string literal; also the form of a string in JSON. */
export function string(text: string): Code {
  // Nearly all of them: nothing to escape.
  if (/^[ !#-[\]-~]*$/.test(text)) return trust(`"${text}"`);
  const quoted = JSON.stringify(text);
  return trust(quoted.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, escapeChar));
}

function escapeChar(char: string): string {
  return Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** What a doc comment says. */
export interface Doc {
  /** Text of any kind; empty for none. */
  readonly text: string;
  /** Text of `@deprecated`; undefined where the element is not. */
  readonly deprecated?: string | undefined;
}

/** A doc comment, or nothing where there is nothing to say. Whatever the text holds, it stays inside. */
export function docBlock({ text, deprecated }: Doc): Code {
  const lines = proseLines(text);
  if (deprecated !== undefined) {
    const [first = "", ...more] = proseLines(deprecated);
    if (lines.length > 0) lines.push("");
    lines.push(`@deprecated ${first}`.trimEnd(), ...more);
  }
  if (lines.length === 0) return trust("");
  if (lines.length === 1) return trust(`/** ${lines[0]} */\n`);
  return trust(`/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`);
}

/**
 * Lines of prose for a block comment. Nothing in them can end the comment, hide
 * or reorder text (bidirectional controls), or act as a tag or a directive of
 * the compiler (`@ts-ignore`).
 */
function proseLines(text: string): string[] {
  if (/^[\w.,:;`'()-][\w .,:;`'()-]*$/.test(text)) return [text.trimEnd()];
  const lines = text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replace(
      /[^\P{Cc}\n\t]|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu,
      "",
    )
    .replaceAll("*/", "*\\/")
    .split("\n")
    .map((line) => line.replace(/^ /, "").trimEnd())
    .map((line) => line.replace(/^([\s/*]*)@/, "$1\\@"))
    // Pragmas in the first comments of a file, which the compiler finds anywhere in a line.
    .map((line) => line.replace(/@(?=jsx)/gi, "@\\"));
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * An npm package name as a shell command or a document names it.
 * @throws Error where the text is none; options.ts lets no such name pass.
 */
export function npmName(name: string): Code {
  if (!/^(@[\w.~-]+\/)?[\w.~-]+$/.test(name))
    throw new Error(`${JSON.stringify(name)} is not an npm package name`);
  return trust(name);
}

/** Plain text for Markdown, on one line, without live markup. */
export function markdown(text: string): Code {
  return trust(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").replace(/[\\`*_{}[\]<>()#+!|&~]/g, "\\$&"));
}

/**
 * Source text with holes that take source text alone: `` code`lengthOf(${value})` ``. A plain string in a
 * hole is a type error, so that text of a proto comes in by `string`, `identifier` and the like or not at all.
 */
export function code(texts: TemplateStringsArray, ...holes: readonly Code[]): Code {
  return trust(texts.reduce((before, text, index) => `${before}${holes[index - 1] ?? ""}${text}`));
}

/** Text that the generator itself wrote: the compiler takes no text from elsewhere. */
export function literal<const Text extends string>(text: string extends Text ? never : Text): Code {
  return trust(text);
}

/**
 * A value of JSON as a literal.
 * @throws Error for a key `__proto__`, which a literal takes for the prototype.
 */
export function json(value: unknown): Code {
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (key === "__proto__") throw new Error("a literal cannot have a key __proto__");
    return part;
  });
  return trust(text.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, escapeChar));
}

/** `[a, b]` */
export function arrayOf(parts: readonly Code[]): Code {
  return trust(`[${parts.join(", ")}]`);
}

/** `name(a, b)` */
export function call(name: Code, args: readonly Code[]): Code {
  return trust(`${name}(${args.join(", ")})`);
}

/** `{ a: b, "c-d": e, f }` */
export function objectOf(entries: readonly (readonly [key: string, value: Code])[]): Code {
  if (entries.length === 0) return trust("{}");
  const parts = entries.map(([key, value]) =>
    key === value && !isReservedWord(key) ? value : `${propertyName(key)}: ${value}`,
  );
  return trust(`{ ${parts.join(", ")} }`);
}

/** Code with something between its parts. */
export function joined(parts: readonly Code[], separator: "" | "/" | " | " | ", " | "\n"): Code {
  return trust(parts.join(separator));
}

/** `Name<A, B>` */
export function generic(name: Code, args: readonly Code[]): Code {
  return trust(`${name}<${args.join(", ")}>`);
}

/** One name of an import. */
export interface Imported {
  /** Name that the module exports. */
  readonly name: string;
  /** Name in this file, where it is another. */
  readonly alias?: string | undefined;
  readonly isTypeOnly: boolean;
}

/** `import { a, type B, c as d } from "module";` */
export function importFrom(module: string, names: readonly Imported[]): Code {
  const isTypeOnly = names.every((one) => one.isTypeOnly);
  const parts = names.map(({ name, alias, isTypeOnly: isType }) => {
    const both = alias === undefined ? identifier(name) : `${identifier(name)} as ${identifier(alias)}`;
    return isType && !isTypeOnly ? `type ${both}` : both;
  });
  return trust(`import ${isTypeOnly ? "type " : ""}{ ${parts.join(", ")} } from ${string(module)};`);
}

/** `export { a, type B } from "module";` */
export function exportFrom(module: string, names: readonly Imported[]): Code {
  return trust(importFrom(module, names).replace(/^import /, "export "));
}

/** `export * from "module";` */
export function exportAllFrom(module: string): Code {
  return trust(`export * from ${string(module)};`);
}

/** `export type {} from "...";`, which makes declarations load the module, and programs nothing. */
export function exportNothingFrom(module: string): Code {
  return trust(`export type {} from ${string(module)};`);
}

const reservedWords = new Set(
  (
    "any arguments await bigint boolean break case catch class const continue debugger default delete do else enum eval " +
    "export extends false finally for function if implements import in instanceof interface let never new null " +
    "number object package private protected public return static string super switch symbol this throw true try " +
    "typeof undefined unknown var void while with yield"
  ).split(" "),
);

/** The word cannot name a variable, a type, or both. */
export function isReservedWord(name: string): boolean {
  return reservedWords.has(name);
}
