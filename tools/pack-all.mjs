/**
 * Packs every package into `dist-packages/` (or the folder named on the command
 * line) and checks each tarball as its users will meet it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const out = resolve(process.argv[2] ?? `${top}/dist-packages`);
const isQuick = process.argv.includes("--no-checks");

const run = (command, ...args) =>
  execFileSync(command, args, { cwd: top, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const { workspaces } = JSON.parse(readFileSync(`${top}/package.json`, "utf8"));
const published = workspaces.filter(
  (path) => !JSON.parse(readFileSync(`${top}/${path}/package.json`, "utf8")).private,
);
for (const path of published) run("npm", "pack", `./${path}`, "--pack-destination", out, "--loglevel=error");

for (const tarball of readdirSync(out).sort()) {
  const path = `${out}/${tarball}`;
  if (!isQuick) {
    run("npx", "publint", "run", path, "--strict");
    // A bare plugin has no types to get wrong; every other entry is ESM with its declarations.
    run("npx", "attw", path, "--profile", "esm-only");
  }
  console.log(`${basename(out)}/${tarball}`);
}
