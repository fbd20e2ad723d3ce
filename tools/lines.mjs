/**
 * Counts the lines of every tracked file by package, and fails if a package is larger than its ceiling in
 * tools/lines.json. Comments and blank lines of code do not count; pages count in words.
 *
 * A file belongs to the first package with a folder that contains it (`cli/`), or with the end of its name
 * (`.spec.ts`). To raise a ceiling, change the table in a separate commit whose message says what the change removed
 * instead, or why nothing could go. `node tools/lines.mjs --write` sets every ceiling to the present size.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { countLines } from "./count-lines.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const tableFile = new URL("lines.json", import.meta.url);
const packages = JSON.parse(readFileSync(tableFile, "utf8"));

const isOf = (path) => (start) =>
  start.endsWith("/") || start === "" ? path.startsWith(start) : path.endsWith(start);
const packageOf = (path) => Object.keys(packages).find((name) => packages[name].paths.some(isOf(path)));

const sizes = Object.fromEntries(Object.keys(packages).map((name) => [name, 0]));
const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: top, encoding: "utf8", maxBuffer: 1 << 26 });
for (const path of tracked.split("\0").filter((one) => one !== "" && existsSync(join(top, one)))) {
  const name = packageOf(path);
  if (packages[name].ceiling === undefined) continue;
  const text = readFileSync(join(top, path), "utf8");
  sizes[name] += path.endsWith(".md") ? text.split(/\s+/).length : countLines(path, text);
}

const limited = Object.entries(packages).filter(([, { ceiling }]) => ceiling !== undefined);
if (process.argv.includes("--write")) {
  for (const [name, one] of limited) one.ceiling = sizes[name];
  writeFileSync(tableFile, `${JSON.stringify(packages, undefined, 2)}\n`);
}
const row = (name, size, ceiling) => console.log(name.padEnd(24) + size.padStart(10) + ceiling.padStart(10));
row("package", "lines", "ceiling");
for (const [name, { ceiling }] of limited) row(name, String(sizes[name]), String(ceiling));

const above = limited.filter(([name, { ceiling }]) => sizes[name] > ceiling);
for (const [name, { ceiling }] of above)
  console.error(
    `${name} has ${sizes[name] - ceiling} more than its ceiling of ${ceiling}. Remove as many, or raise the ` +
      "ceiling in tools/lines.json in a separate commit that says what it removed.",
  );
if (above.length > 0) process.exitCode = 1;
