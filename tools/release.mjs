/**
 * Writes the entries of the next version into the CHANGELOG.md of every package of this repository, by `stratus release`,
 * from the commit that the newest frozen SDK names. Runtime, generator and what goes with them have one version, the
 * greatest that any of them asks for; each SDK has its own. An entry that is there already is brought up to date.
 *
 * `npm run changelogs`, and `npm run changelogs -- --release` to set the versions too
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareVersions, nextVersion } from "../generator/dist/versions/release/next-version.js";

const top = fileURLToPath(new URL("..", import.meta.url));
const isRelease = process.argv.includes("--release");
const together = ["runtime", "convention", "emulator", "generator", "cli", "mcp", "site"];
const sdks = ["generated/cloud", "generated/catalogue"];

const git = (...args) =>
  execFileSync("git", args, { cwd: top, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const stratus = (...args) =>
  execFileSync(process.execPath, [join(top, "generator/bin/stratus.js"), ...args], {
    cwd: top,
    encoding: "utf8",
  });
const read = (path) => (existsSync(join(top, path)) ? readFileSync(join(top, path), "utf8") : undefined);
const manifestOf = (folder) => JSON.parse(read(`${folder}/package.json`));

const frozen = readdirSync(join(top, "test/frozen")).filter((name) =>
  statSync(join(top, "test/frozen", name)).isDirectory(),
);
const [newest] = frozen.toSorted((a, b) => compareVersions(b.split("-")[0], a.split("-")[0]));
const commit = read(`test/frozen/${newest}/commit`).trim();

/** Packages that came after the commit have no side to compare with. */
const wasThere = (folder) => {
  try {
    const { name } = JSON.parse(git("show", `${commit}:${folder}/package.json`));
    return name === manifestOf(folder).name;
  } catch {
    return false;
  }
};
const proposed = (folder) => {
  if (!wasThere(folder)) return undefined;
  const { step, before } = JSON.parse(stratus("diff", `${commit}:${folder}`, folder, "--format", "json"));
  return step === "none" ? undefined : nextVersion(before.version, step);
};

const [version] = together
  .flatMap((folder) => proposed(folder) ?? [])
  .toSorted((a, b) => compareVersions(b, a));
if (version !== undefined) for (const folder of together) release(folder, version);
for (const folder of sdks) {
  const own = proposed(folder);
  if (own !== undefined) release(folder, own);
}
if (isRelease && version !== undefined) {
  for (const folder of JSON.parse(read("package.json")).workspaces) require(folder, version);
  console.log("Next: npm install, npm run generate, npm run golden, and a commit.");
}

/** Writes the entry; files that say the version are as they were, unless it is released. */
function release(folder, next) {
  const kept = [
    `${folder}/package.json`,
    `${folder}/.stratus-since.json`,
    "protos/cloud.package.json",
    "buf.gen.yaml",
  ];
  const before = kept.map((path) => [path, read(path)]);
  stratus(
    "release",
    ...(wasThere(folder) ? [`${commit}:${folder}`] : []),
    "--package",
    folder,
    "--version",
    next,
  );
  console.log(`${folder}/CHANGELOG.md: ${next}`);
  if (isRelease) return;
  for (const [path, text] of before)
    if (text === undefined) rmSync(join(top, path), { force: true });
    else writeFileSync(join(top, path), text);
}

/** Asks in a package for the new version of those that it needs; its text is otherwise as it was. */
function require(folder, next) {
  const { dependencies, peerDependencies, devDependencies } = manifestOf(folder);
  const names = new Set(together.map((one) => manifestOf(one).name));
  let text = read(`${folder}/package.json`);
  for (const [name, old] of Object.entries({ ...dependencies, ...peerDependencies, ...devDependencies }))
    if (names.has(name)) text = text.replaceAll(`"${name}": "${old}"`, `"${name}": "${next}"`);
  writeFileSync(join(top, folder, "package.json"), text);
}
