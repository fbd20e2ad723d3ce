import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));
const home = `${top}test/mask/.generated/`;

/** What the generator writes for the protos of this folder, in a folder of its own. */
export interface GeneratedSdk {
  /** Loads a file of it, by its path inside. What it exports is the caller's claim. */
  load<Exports>(file: string): Promise<Exports>;
  /** Takes the folder away again. */
  remove(): void;
}

/** Runs the generator on `test/mask/protos`, by buf, as a user of it does. */
export function generateSdk(): GeneratedSdk {
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(home);
  const template = `${folder}/buf.gen.yaml`;
  const plugin = `{ local: ${JSON.stringify(`${top}node_modules/.bin/protoc-gen-stratus`)}, out: ${JSON.stringify(folder)}, strategy: all }`;
  writeFileSync(template, `version: v2\nplugins:\n  - ${plugin}\n`);
  execFileSync(`${top}node_modules/.bin/buf`, ["generate", "--template", template, `${top}test/mask/protos`]);
  return {
    load: async (file) => await import(`${folder}/${file}`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
