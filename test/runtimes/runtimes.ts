import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { env, execPath } from "node:process";

/** Where runtimes are kept between runs. */
const cache = resolve(
  env["STRATUS_RUNTIMES_CACHE"] ??
    join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "stratus", "runtimes"),
);

/** A runtime of JavaScript, and how it runs a file. */
export interface Runtime {
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Runtimes beside the one that runs this program, as packages of npm. */
const packages = [
  { name: "node", version: "22.23.3", title: "Node", bin: "node", args: [] },
  { name: "node", version: "24.21.0", title: "Node", bin: "node", args: [] },
  { name: "node", version: "26.10.0", title: "Node", bin: "node", args: [] },
  { name: "bun", version: "1.4.5", title: "Bun", bin: "bun", args: [] },
  { name: "deno", version: "2.9.6", title: "Deno", bin: "deno", args: ["run", "--allow-all", "--quiet"] },
] as const;

/** This Node and the others; what is missing is installed, once. */
export function findRuntimes(): readonly Runtime[] {
  const here = { title: `Node ${process.versions.node}`, command: execPath, args: [] };
  return [here, ...packages.map(installRuntime)];
}

/** The other versions of Node alone. */
export function findNodes(): readonly Runtime[] {
  return packages.filter(({ name }) => name === "node").map(installRuntime);
}

/** A package of npm that has a runtime. */
interface RuntimePackage extends Omit<Runtime, "command"> {
  readonly name: string;
  readonly version: string;
  readonly bin: string;
}

/** A runtime as a package of npm; what is missing is installed, once. */
export function installRuntime({ name, version, title, bin, args }: RuntimePackage): Runtime {
  const folder = join(cache, `${name}-${version}`);
  if (!existsSync(folder)) {
    console.error(`Installing ${name} ${version}`);
    mkdirSync(cache, { recursive: true });
    // Its own folder, whoever else installs at the same time.
    const work = mkdtempSync(`${folder}-unfinished-`);
    // A package by itself, whatever project it stands in.
    writeFileSync(join(work, "package.json"), JSON.stringify({ private: true }));
    const npm = ["install", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`];
    execFileSync("npm", npm, { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
    // An installation that was interrupted never has this name.
    if (existsSync(folder)) rmSync(work, { recursive: true });
    else renameSync(work, folder);
  }
  return { title: `${title} ${version}`, command: join(folder, "node_modules", ".bin", bin), args };
}
