/**
 * Packs every package into `dist-packages/` (or the folder named on the command
 * line) and checks each tarball as its users will meet it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const top = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({
  options: { "no-checks": { type: "boolean", default: false } },
  allowPositionals: true,
});
const out = resolve(positionals[0] ?? `${top}/dist-packages`);

const run = (command, ...args) =>
  execFileSync(command, args, { cwd: top, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });

mkdirSync(out, { recursive: true });
// Of a folder that someone names, only what was packed before goes.
const tarballs = () => readdirSync(out).filter((name) => name.endsWith(".tgz"));
for (const tarball of tarballs()) rmSync(`${out}/${tarball}`);

const { workspaces } = JSON.parse(readFileSync(`${top}/package.json`, "utf8"));
const published = workspaces.filter(
  (path) => !JSON.parse(readFileSync(`${top}/${path}/package.json`, "utf8")).private,
);
/** The most files and bytes that an installation writes for a package. */
const ceilings = {
  "@stratus/runtime": { files: 220, bytes: 3e6 },
  "protoc-gen-stratus": { files: 60, bytes: 2e6 },
};

for (const path of published) {
  // What is generated builds itself when it is packed; here it is built, by the compiler that all is built with.
  const scripts = path.startsWith("generated/") ? ["--ignore-scripts"] : [];
  const flags = ["--json", "--pack-destination", out, "--loglevel=error", ...scripts];
  checkSize(JSON.parse(run("npm", "pack", `./${path}`, ...flags)));
}

/** Ends with an error if a package is larger than its ceiling. */
function checkSize([{ name, entryCount, unpackedSize }]) {
  const { files = Infinity, bytes = Infinity } = ceilings[name] ?? {};
  if (entryCount <= files && unpackedSize <= bytes) return;
  console.error(
    `${name} has ${entryCount} files and ${unpackedSize} bytes; at most ${files} and ${bytes} are allowed.`,
  );
  process.exitCode = 1;
}

for (const tarball of tarballs().sort()) {
  const path = `${out}/${tarball}`;
  if (!values["no-checks"]) {
    run("tools/node_modules/.bin/publint", "run", path, "--strict");
    run("tools/node_modules/.bin/attw", path);
  }
  console.log(`${basename(out)}/${tarball}`);
}
