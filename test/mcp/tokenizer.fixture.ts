import { createRequire } from "node:module";

/** What `npm run long -- agents` installs. */
const installed = createRequire(new URL("conformance/package.json", import.meta.url));

/** The count of tokens of a published tokenizer, by the name of its encoding. */
export function tokenizer(encoding: "cl100k_base" | "o200k_base"): (text: string) => number {
  return (installed(`gpt-tokenizer/encoding/${encoding}`) as { countTokens(text: string): number })
    .countTokens;
}
