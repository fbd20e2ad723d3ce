/**
 * Prepares a release of every package of this repository.
 *
 * `npm run release` writes the entries of the next version into the changelogs, with `stratus release`, and sets the
 * versions. Differences are counted from the commit of the newest frozen SDK. The runtime, the generator and the packages
 * that go with them share one version, the highest that any of them requires. Each SDK is versioned separately.
 * `npm run release -- --changelogs` brings the entries up to date and leaves the versions alone.
 * `npm run release -- --freeze` freezes the SDK of the release once its commit exists. The first release only freezes,
 * because the packages already carry its version.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareVersions, nextVersion } from "../generator/dist/versions/release/next-version.js";
import { freezeSdk, frozenCommit, frozenFolder, frozenVersions } from "./freeze-sdk.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const [mode = "--release"] = process.argv.slice(2);
const together = [
  "runtime",
  "convention",
  "emulator",
  "generator",
  "dynamic-client",
  "cli",
  "mcp",
  "query",
  "site",
];
const sdks = ["generated/cloud", "generated/catalogue"];

const git = (...args) =>
  execFileSync("git", args, { cwd: top, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const stratus = (...args) =>
  execFileSync(process.execPath, [join(top, "generator/bin/stratus.js"), ...args], {
    cwd: top,
    encoding: "utf8",
  });
const read = (path) => (existsSync(join(top, path)) ? readFileSync(join(top, path), "utf8") : undefined);
const manifest = (folder) => JSON.parse(read(`${folder}/package.json`));

const [newest] = frozenVersions().toSorted((a, b) => compareVersions(b, a));
if (!["--release", "--changelogs", "--freeze"].includes(mode))
  refuse(`Unknown option ${mode}. Use --changelogs, --freeze or no option.`);
if (mode === "--freeze" || (mode === "--release" && newest === undefined)) freeze();
else if (newest === undefined)
  console.log('There is no release yet, so each changelog keeps its entry "First release."');
else prepare(frozenCommit(newest));

function freeze() {
  const changed = git("status", "--porcelain", "--", "generated", "test/release/program.ts");
  if (changed !== "")
    refuse(`Commit these files first, because the frozen SDK names its commit:\n${changed}`);
  const { version } = manifest("generated/cloud");
  freezeSdk(join(frozenFolder, version), git("rev-parse", "HEAD").trim());
  console.log(`Froze the SDK in test/frozen/${version}. Commit it, then run npm run pack and publish.`);
}

function prepare(commit) {
  const [version] = together
    .flatMap((folder) => nextOf(folder, commit) ?? [])
    .toSorted((a, b) => compareVersions(b, a));
  if (version !== undefined) for (const folder of together) release(folder, version, commit);
  for (const folder of sdks) {
    const next = nextOf(folder, commit);
    if (next !== undefined) release(folder, next, commit);
  }
  if (mode === "--changelogs" || version === undefined) return;
  for (const folder of [...JSON.parse(read("package.json")).workspaces, "site"]) setDependencies(folder);
  console.log("Next: npm install, npm run generate, npm run golden, a commit, npm run release -- --freeze.");
}

/** Whether the commit has this package. A package that is newer has nothing to be compared with. */
function existedAt(folder, commit) {
  try {
    return JSON.parse(git("show", `${commit}:${folder}/package.json`)).name === manifest(folder).name;
  } catch {
    return false;
  }
}

/** The package at a commit, as `stratus diff` takes it. The sources of the generator have copies that git does not. */
function sideOf(folder, commit) {
  if (folder !== "generator") return `${commit}:${folder}`;
  const place = mkdtempSync(join(tmpdir(), "stratus-release-"));
  process.on("exit", () => rmSync(place, { recursive: true, force: true }));
  const guide = "runtime/src/base/guide";
  const archive = execFileSync("git", ["archive", commit, folder, guide], { cwd: top, maxBuffer: 1 << 28 });
  execFileSync("tar", ["x", "-C", place], { input: archive });
  cpSync(join(place, guide), join(place, folder, "src/kit/guide"), { recursive: true });
  return join(place, folder);
}

/** The version that the differences of a package require, if there are any. */
function nextOf(folder, commit) {
  if (!existedAt(folder, commit)) return undefined;
  const { step, before } = JSON.parse(stratus("diff", sideOf(folder, commit), folder, "--format", "json"));
  return step === "none" ? undefined : nextVersion(before.version, step);
}

/** Writes the changelog entry. With `--changelogs`, the files that contain the version are restored. */
function release(folder, next, commit) {
  const versioned = [`${folder}/package.json`, "protos/cloud.package.json", "buf.gen.yaml"];
  const before = versioned.map((path) => [path, read(path)]);
  const since = existedAt(folder, commit) ? [sideOf(folder, commit)] : [];
  stratus("release", ...since, "--package", folder, "--version", next, "--yes");
  console.log(`${folder}/CHANGELOG.md: ${next}`);
  if (mode === "--release") return;
  for (const [path, text] of before)
    if (text === undefined) rmSync(join(top, path), { force: true });
    else writeFileSync(join(top, path), text);
}

/** Sets the versions of our packages in a package's dependencies. The rest of its text stays unchanged. */
function setDependencies(folder) {
  const { dependencies, peerDependencies, devDependencies } = manifest(folder);
  const versions = new Map([...together, ...sdks].map((one) => [manifest(one).name, manifest(one).version]));
  let text = read(`${folder}/package.json`);
  for (const [name, old] of Object.entries({ ...dependencies, ...peerDependencies, ...devDependencies })) {
    const next = versions.get(name);
    if (next !== undefined) text = text.replaceAll(`"${name}": "${old}"`, `"${name}": "${next}"`);
  }
  writeFileSync(join(top, folder, "package.json"), text);
}

function refuse(why) {
  console.error(why);
  process.exit(1);
}
