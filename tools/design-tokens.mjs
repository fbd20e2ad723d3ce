/**
 * Copies design/tokens.css to the approval page of the MCP server, which is one text. Pages with separate files, such as the
 * console, the catalogue and documentation sites, load or include the file itself.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const from = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Returns the copies, by the paths of their files. */
export function tokenCopies() {
  const rules = readFileSync(from("design/tokens.css"), "utf8")
    .replace(/\/\*.*?\*\//gs, "")
    .trim()
    .replace(/\n{2,}/g, "\n");
  const mcp = `/** The colors and fonts of design/tokens.css, which \`node tools/design-tokens.mjs\` copies. */
export const designTokens = \`${rules.replace(/[\\`$]/g, "\\$&")}\`;
`;
  return new Map([["mcp/src/serve/design-tokens.ts", mcp]]);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of tokenCopies()) writeFileSync(from(path), text);
