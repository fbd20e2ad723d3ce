/**
 * Freezes the SDK of today: copies generated/cloud, as it is committed, and the program that uses it into
 * `test/frozen/<version>-<commit>`, where no later commit edits it. The tests compile and run it with every later
 * runtime.
 *
 * `npm run freeze`
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const git = (...args) => execFileSync("git", args, { cwd: top, encoding: "utf8" }).trim();

const changed = git("status", "--porcelain", "--", "generated", "test/frozen/program.ts");
if (changed !== "")
  refuse(`these are not committed:\n${changed}\nCommit them, so that the commit says what is frozen.`);

const { version } = JSON.parse(readFileSync(join(top, "generated/cloud/package.json"), "utf8"));
const commit = git("log", "-1", "--format=%H", "--", "generated/cloud", "test/frozen/program.ts");
const name = `${version}-${commit.slice(0, 8)}`;
const folder = join(top, "test/frozen", name);
if (existsSync(folder)) refuse(`test/frozen/${name} is there already, and is never written again.`);

mkdirSync(folder);
for (const part of ["package.json", "src"])
  cpSync(join(top, "generated/cloud", part), join(folder, part), { recursive: true });
cpSync(join(top, "test/frozen/program.ts"), join(folder, "program.ts"));
writeFileSync(join(folder, "commit"), `${commit}\n`);
writeFileSync(`${folder}.sha256`, `${digestOf(folder)}\n`);
console.log(`test/frozen/${name} is the SDK of ${commit}: commit it with test/frozen/${name}.sha256.`);

/** The digest that the tests compare: of the paths and texts of the files. */
function digestOf(place) {
  const hash = createHash("sha256");
  const paths = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file))
    .map((path) => [path.slice(place.length + 1).replaceAll("\\", "/"), path])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [shown, path] of paths)
    hash.update(`${shown}\0${readFileSync(path, "utf8").replaceAll("\r\n", "\n")}\0`);
  return hash.digest("hex");
}

function refuse(why) {
  console.error(`Nothing is frozen: ${why}`);
  process.exit(1);
}
