import type { FormatOptions } from "oxfmt";
import type { OutputFile } from "./file.js";

/** The longest line of generated TypeScript. */
export const printWidth = 110;

/** How generated TypeScript looks. */
const style: FormatOptions = { printWidth };

/** Thrown for generated code that is not valid TypeScript, which is a defect of the generator. */
export class InvalidCode extends Error {
  /** The file, below the output folder. */
  readonly path: string;
  /** Its text, and the line of the fault in it, counted from 1. */
  readonly text: string;
  readonly line: number;

  constructor({ path, text }: OutputFile, line: number, why: string) {
    super(`generated ${path}:${line} is not TypeScript: ${why}`);
    this.path = path;
    this.text = text;
    this.line = line;
  }
}

/**
 * A file with its TypeScript formatted, unless it is to stay as it is; other files only get their line ends in
 * order, since templates and JSON are laid out by hand.
 * @throws InvalidCode if the text is not TypeScript.
 */
export async function formatFile(file: OutputFile): Promise<OutputFile> {
  const { path, text, isVerbatim } = file;
  if (isVerbatim) return { path, text };
  if (!/\.[mc]?ts$/.test(path)) return { path, text: `${text.trimEnd()}\n` };
  // Loaded here, since a run that ends in a complaint formats nothing.
  const { format } = await import("oxfmt");
  const { code, errors } = await format(path, text, style);
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.labels[0]?.start ?? 0).split("\n").length;
    throw new InvalidCode(file, line, error.message);
  }
  return { path, text: code };
}
