import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";

/**
 * Prints a figure. With `npm run long -- NAME --write-figures` it also gets into the pages that quote it.
 * @param name Its name in tools/long-tests.json.
 * @param text A table in Markdown, or a number.
 */
export function printFigure(name: string, text: string): void {
  console.log(text);
  const folder = env["STRATUS_FIGURES"];
  if (folder !== undefined) writeFileSync(join(folder, `${name}.md`), text);
}
