import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CommandError } from "../../kit/problem.js";

const execute = promisify(execFile);

/** The releases of a package in npm and Git. */
export interface Releases {
  /** The version that npm installs by default; undefined if npm does not have the package, or was not queried. */
  readonly latest: string | undefined;
  /** The repository of the package at npm, as its package.json names it; undefined if it names none. */
  readonly repository: string | undefined;
  /** The last Git tag that looks like a version; undefined if there is none. */
  readonly tag: string | undefined;
  /** Returns whether npm has a version. */
  isPublished(version: string): boolean;
  /** Returns the Git tag of a version, such as `sdk-v1.2.0`; undefined if there is none. */
  tagOf(version: string): string | undefined;
  /** Returns whether a version was released; undefined if neither npm nor Git can be read. */
  has(version: string): boolean | undefined;
}

/** Reads the releases of a package: from npm, unless the name is undefined, and from Git tags. */
export async function readReleases(name: string | undefined, folder: string): Promise<Releases> {
  return joinReleases(name === undefined ? undefined : await askNpm(name), await listTags(folder));
}

/** Returns the same releases without those at npm, which are of another package. */
export async function readTags(folder: string): Promise<Releases> {
  return joinReleases(undefined, await listTags(folder));
}

function joinReleases(npm: NpmReleases | undefined, tags: readonly string[] | undefined): Releases {
  const isPublished = (version: string): boolean => npm?.versions.includes(version) === true;
  const tagOf = (version: string): string | undefined =>
    tags?.find((tag) => tag.endsWith(`v${version}`) || tag === version);
  return {
    latest: npm?.latest,
    repository: npm?.repository,
    tag: tags?.[0],
    isPublished,
    tagOf,
    has(version) {
      if (isPublished(version) || tagOf(version) !== undefined) return true;
      return npm === undefined && tags === undefined ? undefined : false;
    },
  };
}

interface NpmReleases {
  readonly latest: string | undefined;
  readonly versions: readonly string[];
  readonly repository: string | undefined;
}

/** @throws Error if npm fails for another reason than that the package does not exist. */
async function askNpm(name: string): Promise<NpmReleases> {
  try {
    const args = ["view", name, "dist-tags", "versions", "repository", "--json"];
    const { stdout } = await execute("npm", args, { shell: process.platform === "win32" });
    const published = JSON.parse(stdout) as {
      "dist-tags"?: Readonly<Record<string, string>>;
      versions?: string | readonly string[];
      repository?: unknown;
    };
    return {
      latest: published["dist-tags"]?.["latest"],
      versions: [published.versions ?? []].flat(),
      repository: readRepositoryUrl(published.repository),
    };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    if (/\bE404\b/.test(`${stdout}${stderr}`))
      return { latest: undefined, versions: [], repository: undefined };
    throw new CommandError(
      "VERSION_UNREADABLE",
      `npm cannot be queried for ${name}. Name the version that users have, such as v1.2.0:sdk`,
      { cause: error },
    );
  }
}

/** Reads the URL of the member `repository` of a package.json. */
export function readRepositoryUrl(repository: unknown): string | undefined {
  const url: unknown =
    typeof repository === "object" && repository !== null
      ? (repository as { readonly url?: unknown }).url
      : repository;
  return typeof url === "string" ? url : undefined;
}

/** Whether two URLs are of one repository. npm writes `github:acme/api` as `git+https://github.com/acme/api.git`. */
export function isSameRepository(a: string | undefined, b: string | undefined): boolean {
  return normalizeRepository(a) === normalizeRepository(b);
}

const hosts: Readonly<Record<string, string>> = {
  github: "github.com",
  gitlab: "gitlab.com",
  bitbucket: "bitbucket.org",
};

function normalizeRepository(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const [, host, path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(url) ?? [];
  const full = path === undefined ? url : `${hosts[host ?? "github"] ?? ""}/${path}`;
  return full
    .replace(/^git\+/, "")
    .replace(/^[a-z]+:\/\//, "")
    .replace(/^[^@/]*@/, "")
    .replace(/^([^/:]+):(?!\d)/, "$1/")
    .replace(/\/$/, "")
    .replace(/\.git$/, "")
    .toLowerCase();
}

/** Lists the tags that look like versions, the highest first; undefined outside a repository. */
async function listTags(folder: string): Promise<readonly string[] | undefined> {
  const args = ["tag", "--list", "--merged", "HEAD", "--sort=-version:refname", "*[0-9].[0-9]*.[0-9]*"];
  const text = await runGit(folder, args);
  return text?.split("\n").filter((tag) => tag !== "");
}

/**
 * Finds the commit of a version without a tag: the last one that changed its heading in CHANGELOG.md, else the one that set
 * the version in package.json. Undefined if there is none, and outside a repository.
 *
 * @param folder The folder of the package.
 */
export async function findVersionCommit(folder: string, version: string): Promise<string | undefined> {
  const member = `"version": ${JSON.stringify(version)}`;
  const heading = `^## ${version.replaceAll(".", "\\.")}( |$)`;
  const logs = await Promise.all([
    listCommits(folder, `-G${heading}`, "CHANGELOG.md"),
    listCommits(folder, `-S${member}`, "package.json"),
  ]);
  for (const commit of logs.flat()) {
    const manifest = await runGit(folder, ["show", `${commit}:./package.json`]);
    if (manifest?.includes(member) === true) return commit;
  }
  return undefined;
}

/** Lists the last commits whose change of a file matches a pattern, the newest first. */
async function listCommits(folder: string, pattern: string, file: string): Promise<readonly string[]> {
  const text = await runGit(folder, ["log", "--format=%H", "-20", pattern, "--", file]);
  return text?.split("\n").filter((one) => one !== "") ?? [];
}

async function runGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await execute("git", ["-C", folder, ...args]);
    return stdout;
  } catch {
    return undefined;
  }
}
