/**
 * Copies the form of guides from the runtime into the sources of the generator, which has the same types and does not
 * depend on the runtime. REST clients, which have no runtime either, carry these files. The copies are not tracked: the
 * build, the type checks and the tests each make them before they begin.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const origin = "runtime/src/base/guide";
const from = fileURLToPath(new URL(`../../${origin}/`, import.meta.url));
const to = fileURLToPath(new URL("../src/kit/guide/", import.meta.url));

mkdirSync(to, { recursive: true });
const names = readdirSync(from).filter((name) => /(?<!\.spec|\.fixture)\.ts$/.test(name));
for (const name of readdirSync(to)) if (!names.includes(name)) rmSync(`${to}${name}`);
for (const name of names) {
  const text = `/* Copied from ${origin}/${name} by generator/build/copy-guide.mjs. DO NOT EDIT. */\n${readFileSync(`${from}${name}`, "utf8")}`;
  // A file that is written anew has its dependents compiled again.
  if (textOf(`${to}${name}`) !== text) writeFileSync(`${to}${name}`, text);
}

function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
