/** Puts the templates beside the compiled generator, where the installed package finds them. */
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const from = fileURLToPath(new URL("../../templates/", import.meta.url));
const to = fileURLToPath(new URL("../dist/templates/", import.meta.url));

rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true });
