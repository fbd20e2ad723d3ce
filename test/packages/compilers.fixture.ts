import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runCompiler } from "../compile.fixture.js";

/** The versions of TypeScript that packages must compile with. */
export const versions = ["5.9", "6", "7"] as const;

export type Version = (typeof versions)[number];

const six = fileURLToPath(new URL("./node_modules/typescript/bin/tsc", import.meta.url));

/** Compiles the project of a folder, and returns what the compiler prints: nothing if it finds no mistake. */
export function compileWith(version: Version, folder: string): Promise<string> {
  if (version !== "6") return runCompiler(`TypeScript ${version}`, ["-p", folder], folder);
  return new Promise((resolve) => {
    execFile(process.execPath, [six, "-p", folder], { cwd: folder, maxBuffer: 1 << 26 }, (_, out, err) =>
      resolve(`${out}${err}`.trim()),
    );
  });
}
