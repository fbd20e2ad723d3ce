/**
 * Copies design/tokens.css to pages that cannot load it: the approval page of the MCP server, which is one text, and the theme of
 * documentation sites, which has its own names for colors. The console and the page of the catalogue load the file itself.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const from = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The colors of TypeDoc's theme, by the tokens that they are. */
const siteColors = {
  background: "surface",
  "background-secondary": "ground",
  "background-active": "wash",
  "icon-background": "surface",
  accent: "line",
  text: "ink",
  "text-aside": "soft",
  link: "accent",
  "focus-outline": "accent",
};

/** Returns the copies, by the paths of their files. */
export function tokenCopies() {
  const css = readFileSync(from("design/tokens.css"), "utf8");
  const rules = css
    .replace(/\/\*.*?\*\//gs, "")
    .trim()
    .replace(/\n{2,}/g, "\n");
  const mcp = `/** The colors and fonts of design/tokens.css, which \`node tools/design-tokens.mjs\` copies. */
export const designTokens = \`${rules.replace(/[\\`$]/g, "\\$&")}\`;
`;
  const path = "site/src/site.css";
  return new Map([
    ["mcp/src/serve/design-tokens.ts", mcp],
    [path, withSiteColors(readFileSync(from(path), "utf8"), rules)],
  ]);
}

function withSiteColors(css, rules) {
  const [light = "", dark = ""] = rules.split("@media (prefers-color-scheme: dark)");
  const lines = ["light", "dark"].flatMap((theme) =>
    Object.entries(siteColors).map(([name, token]) => {
      const [, value = ""] = new RegExp(`--${token}: ([^;]+);`).exec(theme === "light" ? light : dark) ?? [];
      return `  --${theme}-color-${name}: ${value};`;
    }),
  );
  const block = `/* begin design/tokens.css */\n:root {\n${lines.join("\n")}\n}\n/* end design/tokens.css */\n`;
  const known = /\/\* begin design\/tokens\.css \*\/.*?\/\* end design\/tokens\.css \*\/\n/s;
  return known.test(css) ? css.replace(known, () => block) : `${block}\n${css}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of tokenCopies()) writeFileSync(from(path), text);
