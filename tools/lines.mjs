/**
 * Lines of code by house, without comments and blank lines, beside those of the last release.
 *
 * `node tools/lines.mjs` counts the tree; `--against REV` compares with another commit than the last tag (or, before
 * there is one, than the figures in `test/lines/released.json`); `--record` writes those figures, for a release;
 * `node tools/lines.mjs FILE...` counts single files.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

// The compiler of the repository offers no syntax trees; that of the generator does.
const ts = createRequire(new URL("../generator/package.json", import.meta.url))("typescript");

const top = fileURLToPath(new URL("..", import.meta.url));
const recordFile = `${top}test/lines/released.json`;

/** A file belongs to the first house that its path begins with. */
const houses = {
  runtime: ["runtime/src/"],
  "generator/kit": ["generator/src/kit/"],
  "generator/surface": ["generator/src/surface/"],
  "generator/plugin": ["generator/src/plugin/"],
  "generator/rest/runtime": ["generator/src/rest/runtime/"],
  "generator/rest": ["generator/src/rest/"],
  "generator/versions": ["generator/src/versions/"],
  "generator/command": ["generator/src/command/", "generator/src/index.ts"],
  templates: ["templates/"],
  emulator: ["emulator/src/"],
  "dynamic-client": ["dynamic-client/src/"],
  cli: ["cli/src/"],
  convention: ["convention/src/"],
  tools: ["tools/"],
  // Of an older commit, what has moved since. Of the tree, a folder that this table lacks.
  elsewhere: [""],
};
const folders = [
  "runtime/src",
  "generator/src",
  "templates",
  "emulator/src",
  "dynamic-client/src",
  "cli/src",
  "convention/src",
  "tools",
];
const isCode = (path) =>
  /\.(ts|mjs|hbs)$/.test(path) &&
  !/\.(spec|fixture)\.ts$|^runtime\/src\/fixture\/|\/(dist|node_modules)\//.test(path);

/** Lines that hold more than white space and, unless it is a template, comments. */
function countLines(path, text) {
  const lines = text.split("\n");
  if (path.endsWith(".hbs")) return lines.filter((line) => line.trim() !== "").length;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const found = new Set();
  const visit = (node) => {
    if (ts.isJSDoc(node)) return;
    const parts = node.getChildren(source);
    if (parts.length > 0) return parts.forEach(visit);
    if (node.getWidth(source) === 0) return;
    const last = lineOf(node.getEnd());
    for (let line = lineOf(node.getStart(source)); line <= last; line++) {
      if (lines[line].trim() !== "") found.add(line);
    }
  };
  visit(source);
  return found.size;
}

/** Lines by house, of paths with their texts. */
function countHouses(files) {
  const sum = Object.fromEntries(Object.keys(houses).map((house) => [house, 0]));
  for (const [path, text] of files) {
    const house = Object.keys(houses).find((name) => houses[name].some((start) => path.startsWith(start)));
    sum[house] += countLines(path, text);
  }
  return sum;
}

function* readTree() {
  for (const folder of folders) {
    for (const entry of readdirSync(`${top}${folder}`, { recursive: true })) {
      const path = `${folder}/${entry.replaceAll("\\", "/")}`;
      if (isCode(path)) yield [path, readFileSync(`${top}${path}`, "utf8")];
    }
  }
}

function git(args, input = "") {
  return execFileSync("git", args, { cwd: top, input, maxBuffer: 1 << 28, stdio: "pipe" });
}

function* readCommit(commit) {
  const listed = git(["ls-tree", "-r", "--name-only", commit, "--", ...folders]).toString();
  const paths = listed.split("\n").filter(isCode);
  let rest = git(["cat-file", "--batch"], paths.map((path) => `${commit}:${path}\n`).join(""));
  for (const path of paths) {
    // A line that ends in the size, the file, a line end.
    const start = rest.indexOf("\n") + 1;
    const end = start + Number(rest.toString("utf8", 0, start).split(" ")[2]);
    yield [path, rest.toString("utf8", start, end)];
    rest = rest.subarray(end + 1);
  }
}

function findLastTag() {
  try {
    return git(["describe", "--tags", "--abbrev=0"]).toString().trim();
  } catch {
    return undefined;
  }
}

/** The figures of a commit. Those that are on record are not counted again: its folders may have been others. */
function countCommit(revision) {
  const released = JSON.parse(readFileSync(recordFile, "utf8"));
  if (revision === undefined) return released;
  const commit = git(["rev-parse", `${revision}^{commit}`])
    .toString()
    .trim();
  return commit === released.commit ? released : { commit, lines: countHouses(readCommit(commit)) };
}

function printRow(name, old, now) {
  const change = old === 0 ? "" : `${now < old ? "" : "+"}${(((now - old) / old) * 100).toFixed(1)} %`;
  console.log(name.padEnd(24) + String(old).padStart(9) + String(now).padStart(9) + change.padStart(11));
}

function printTable(before, after) {
  console.log(`${"lines of code".padEnd(24)}${before.commit.slice(0, 7).padStart(9)}${"now".padStart(9)}`);
  const all = [0, 0];
  for (const [house, now] of Object.entries(after)) {
    const old = before.lines[house] ?? 0;
    all[0] += old;
    all[1] += now;
    if (old + now > 0 || house !== "elsewhere") printRow(house, old, now);
  }
  printRow("all", ...all);
}

const { values, positionals } = parseArgs({
  options: { against: { type: "string" }, record: { type: "boolean" } },
  allowPositionals: true,
});
if (positionals.length > 0) {
  for (const path of positionals) console.log(`${path} ${countLines(path, readFileSync(path, "utf8"))}`);
} else if (values.record) {
  const record = { commit: git(["rev-parse", "HEAD"]).toString().trim(), lines: countHouses(readTree()) };
  writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
} else {
  printTable(countCommit(values.against ?? findLastTag()), countHouses(readTree()));
}
