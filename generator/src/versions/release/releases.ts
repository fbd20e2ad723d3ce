import { CommandError } from "../../kit/problem.js";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The releases of a package in npm and Git. */
export interface Releases {
  /** The version that npm installs by default; undefined if npm does not know the package, or was not queried. */
  readonly latest: string | undefined;
  /** The last Git tag that looks like a version; undefined if there is none. */
  readonly tag: string | undefined;
  /** Returns whether a version was released; undefined if neither npm nor Git can be read. */
  has(version: string): boolean | undefined;
}

/** Reads the releases of a package: from npm, unless the name is undefined, and from Git tags. */
export async function readReleases(name: string | undefined, folder: string): Promise<Releases> {
  const npm = name === undefined ? undefined : await askNpm(name);
  const tags = await listTags(folder);
  return {
    latest: npm?.latest,
    tag: tags?.[0],
    has(version) {
      if (npm?.versions.includes(version) === true) return true;
      if (tags?.some((tag) => tag.endsWith(`v${version}`) || tag === version) === true) return true;
      return npm === undefined && tags === undefined ? undefined : false;
    },
  };
}

interface NpmReleases {
  readonly latest: string | undefined;
  readonly versions: readonly string[];
}

/** @throws Error if npm fails for another reason than that the package does not exist. */
async function askNpm(name: string): Promise<NpmReleases> {
  try {
    const args = ["view", name, "dist-tags", "versions", "--json"];
    const { stdout } = await execute("npm", args, { shell: process.platform === "win32" });
    const published = JSON.parse(stdout) as {
      "dist-tags"?: Readonly<Record<string, string>>;
      versions?: string | readonly string[];
    };
    return { latest: published["dist-tags"]?.["latest"], versions: [published.versions ?? []].flat() };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    if (/\bE404\b/.test(`${stdout}${stderr}`)) return { latest: undefined, versions: [] };
    throw new CommandError(
      "VERSION_UNREADABLE",
      `npm cannot be queried for ${name}. Name the version that users have, such as v1.2.0:sdk`,
      {
        cause: error,
      },
    );
  }
}

/** Lists the tags that look like versions, the highest first; undefined outside a repository. */
async function listTags(folder: string): Promise<readonly string[] | undefined> {
  try {
    const args = [
      "-C",
      folder,
      "tag",
      "--list",
      "--merged",
      "HEAD",
      "--sort=-version:refname",
      "*[0-9].[0-9]*.[0-9]*",
    ];
    const { stdout } = await execute("git", args);
    return stdout.split("\n").filter((tag) => tag !== "");
  } catch {
    return undefined;
  }
}
