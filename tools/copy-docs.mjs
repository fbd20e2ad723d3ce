/** Puts the pages of `docs/` into the package in whose folder it runs: from npm alone they are all that people have. */
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

rmSync("docs", { recursive: true, force: true });
cpSync(fileURLToPath(new URL("../docs/", import.meta.url)), "docs", { recursive: true });
