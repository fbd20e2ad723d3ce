import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { casesOf, type Case } from "./report.js";

/** Google's conformance suite, built. */
export interface Suite {
  /** The program `conformance_test_runner`. */
  readonly runner: string;
  /** The source tree that it was built from, which has the protos of its messages. */
  readonly source: string;
}

/** Runs the suite on a library, by a testee of its own; `folder` holds the generated code. */
export async function runSuite({ runner }: Suite, library: string, folder: string): Promise<Case[]> {
  const output = await mkdtemp(join(tmpdir(), "stratus-conformance-"));
  const testee = await writeProgram(join(output, "testee"), library, folder);
  const flags = ["--verbose", "--enforce_recommended", "--output_dir", output];
  if (await knowsEditions(runner)) flags.push("--maximum_edition", "2024");
  try {
    const cases = casesOf(await logOf(runner, [...flags, testee]));
    if (cases.length === 0) throw new Error(`${runner} has run no case with ${library}`);
    return cases;
  } finally {
    await rm(output, { recursive: true });
  }
}

/** Writes the testee as one program: older runners pass arguments on wrongly. */
async function writeProgram(path: string, library: string, folder: string): Promise<string> {
  const words = [process.execPath, fileURLToPath(new URL("testee.js", import.meta.url)), library, folder];
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  await writeFile(path, `#!/bin/sh\nexec ${quoted.join(" ")}\n`, { mode: 0o755 });
  return path;
}

/** Runners from before editions refuse the flag. */
async function knowsEditions(runner: string): Promise<boolean> {
  return (await logOf(runner, ["--help"])).includes("--maximum_edition");
}

/** What the runner prints. It exits with 1 where a case failed, so its code says nothing here. */
function logOf(runner: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(runner, args, { maxBuffer: 1 << 30 }, (error, out, err) => {
      if (error && typeof error.code === "string") reject(error);
      else resolve(out + err);
    });
  });
}
