import type { FormatOptions } from "oxfmt";
import type { OutputFile } from "./file.js";

/** The longest line of generated TypeScript. */
export const printWidth = 110;

/** How generated TypeScript looks. */
const style: FormatOptions = { printWidth };

/**
 * A file with its TypeScript formatted, unless it is to stay as it is; other files only get their line ends in
 * order, since templates and JSON are laid out by hand.
 * @throws Error when the text is no TypeScript, which is a defect of a template.
 */
export async function formatFile({ path, text, isVerbatim }: OutputFile): Promise<OutputFile> {
  if (isVerbatim) return { path, text };
  if (!/\.[mc]?ts$/.test(path)) return { path, text: `${text.trimEnd()}\n` };
  // Loaded here, since a run that ends in a complaint formats nothing.
  const { format } = await import("oxfmt");
  const { code, errors } = await format(path, text, style);
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.labels[0]?.start ?? 0).split("\n").length;
    throw new Error(`generated ${path}:${line} is not TypeScript: ${error.message}`);
  }
  return { path, text: code };
}
