import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";

/** Runs a program and gives what it prints. */
export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string {
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** A short name for the content of files: what is built from them is kept under it. */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 12);
}

/** The version of an installed Debian package. Throws if the package is not installed. */
export function debianVersion(name: string, env: NodeJS.ProcessEnv = process.env): string {
  const args = ["--show", "--showformat", "${Version}", name];
  return execFileSync("dpkg-query", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
