import { readFileSync } from "node:fs";

/**
 * The pages of `docs/` in the order of README, by those for whom they are.
 * @type {readonly { readonly group: string, readonly files: readonly string[] }[]}
 */
export const pages = JSON.parse(readFileSync(new URL("pages.json", import.meta.url), "utf8"));
