/** The tools and clones that long tests need, and whether this machine has them. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

/** Debian packages with the program that each is needed for. `undefined` for a library. */
export const packages = {
  caddy: "caddy",
  chromium: "chromium",
  cmake: "cmake",
  containerd: "containerd",
  "etcd-server": "etcd",
  fish: "fish",
  "g++": "g++",
  "golang-go": "go",
  "golang-etcd-server-dev": undefined,
  "golang-github-containerd-containerd-dev": undefined,
  "golang-github-gogo-googleapis-dev": undefined,
  "golang-github-gogo-protobuf-dev": undefined,
  "golang-google-grpc-dev": undefined,
  haproxy: "haproxy",
  "nghttp2-server": "nghttpd",
  "nginx-light": "nginx",
  "ninja-build": "ninja",
  "protobuf-compiler": "protoc",
  "python3-grpcio": undefined,
  "python3-h2": undefined,
  "python3-protobuf": undefined,
  tmux: "tmux",
  zsh: "zsh",
};

/** An entry of `needs` that asks for lines of type `deb-src` among the sources of apt. */
export const sourcePackages = "source packages";

/** Daemons are in folders that are not on everyone's PATH. */
const searchPath = () => [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const hasProgram = (name) => searchPath().some((folder) => isExecutable(join(folder, name)));
const output = (command, ...args) => spawnSync(command, args, { encoding: "utf8" }).stdout ?? "";
const isInstalled = (name) => output("dpkg-query", "-W", "-f", "${Status}", name).endsWith(" installed");
const hasSources = () => output("apt-get", "indextargets", "--format", "$(CREATED_BY)").includes("Sources");

function isThere(need) {
  if (need === sourcePackages) return hasSources();
  // A browser may be anywhere.
  if (need === "chromium" && process.env.CHROMIUM !== undefined) return existsSync(process.env.CHROMIUM);
  const program = packages[need];
  return program === undefined ? isInstalled(need) : hasProgram(program);
}

const cacheFolder = () => join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "stratus");

/** The clones of a long test: the folder that a variable names, and what is cloned into which folder. */
export function clonesOf({ clones = {}, name }) {
  const cache = join(cacheFolder(), "clones", name);
  return Object.entries(clones).map(([variable, said]) => {
    const all = (Array.isArray(said) ? said : [said]).map((text) => {
      const [repository = "", folder = basename(repository)] = text.split(" as ");
      return { url: `https://github.com/${repository}`, folder: join(cache, folder) };
    });
    return { variable, value: Array.isArray(said) ? cache : (all[0]?.folder ?? cache), repositories: all };
  });
}

/** Instructions for the tools and clones of a long test that this machine lacks. */
export function missingOf(test) {
  const missing = (test.needs ?? []).filter((need) => !isThere(need));
  const install = missing.filter((need) => need !== sourcePackages);
  const lines = [];
  if (install.length > 0) lines.push(`Install the Debian packages: apt-get install ${install.join(" ")}`);
  if (missing.includes(sourcePackages))
    lines.push("Add deb-src to the sources of apt, and run apt-get update.");
  for (const [variable, { file, archive }] of Object.entries(test.programs ?? {}))
    if (process.env[variable] === undefined)
      lines.push(`Set ${variable} to the path of ${file}, or let --clone download ${archive}`);
  for (const { variable, value, repositories } of clonesOf(test)) {
    if (process.env[variable] !== undefined) continue;
    lines.push(`Set ${variable} to the folder of the clones, or let --clone make them in ${value}:`);
    for (const { url, folder } of repositories) lines.push(`  ${url} (as ${basename(folder)})`);
  }
  return lines;
}

/** Clones the repositories of a long test that are not cloned yet, and sets its variables. */
export function makeClones(test) {
  for (const { variable, value, repositories } of clonesOf(test)) {
    if (process.env[variable] !== undefined) continue;
    for (const { url, folder } of repositories) {
      if (existsSync(folder)) continue;
      mkdirSync(join(folder, ".."), { recursive: true });
      const depth = test.needsHistory === true ? [] : ["--depth", "1"];
      const { status } = spawnSync("git", ["clone", "--quiet", ...depth, url, folder], { stdio: "inherit" });
      if (status !== 0) process.exit(status ?? 1);
    }
    process.env[variable] = value;
  }
}

/** Downloads the programs of a long test that are not there yet, and sets its variables. */
export function downloadPrograms({ programs = {} }, folder = join(cacheFolder(), "programs")) {
  for (const [variable, { file, archive }] of Object.entries(programs)) {
    if (process.env[variable] !== undefined) continue;
    const path = join(folder, basename(archive), file);
    if (!existsSync(path)) {
      mkdirSync(dirname(path), { recursive: true });
      const script = 'curl -fsSL "$0" | tar xz -C "$1" "$2"';
      const args = ["-c", script, archive, dirname(path), file];
      const { status } = spawnSync("sh", args, { stdio: "inherit" });
      if (status !== 0) process.exit(status ?? 1);
    }
    process.env[variable] = path;
  }
}
