import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The releases of a package, as npm and git know them. */
export interface Released {
  /** The version that npm installs by default; undefined if npm does not know the package, or was not asked. */
  readonly latest: string | undefined;
  /** The last tag of git that looks like a version; undefined if there is none. */
  readonly tag: string | undefined;
  /** Whether a version was released; undefined if nobody says so. */
  has(version: string): boolean | undefined;
}

/** The releases of a folder: by its name at npm, unless that is undefined, and by tags of git. */
export async function releasedOf(name: string | undefined, folder: string): Promise<Released> {
  const npm = name === undefined ? undefined : await askNpm(name);
  const tags = await tagsIn(folder);
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

interface Npm {
  readonly latest: string | undefined;
  readonly versions: readonly string[];
}

/** @throws Error if npm cannot be asked, which is not that it knows no such package. */
async function askNpm(name: string): Promise<Npm> {
  try {
    const args = ["view", name, "dist-tags", "versions", "--json"];
    const { stdout } = await execute("npm", args, { shell: process.platform === "win32" });
    const said = JSON.parse(stdout) as {
      "dist-tags"?: Readonly<Record<string, string>>;
      versions?: string | readonly string[];
    };
    return { latest: said["dist-tags"]?.["latest"], versions: [said.versions ?? []].flat() };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    if (/\bE404\b/.test(`${stdout}${stderr}`)) return { latest: undefined, versions: [] };
    throw new Error(`npm cannot be asked for ${name}: name the version that users have, such as v1.2.0:sdk`, {
      cause: error,
    });
  }
}

/** Tags that look like versions, the last first; undefined outside of a repository. */
async function tagsIn(folder: string): Promise<readonly string[] | undefined> {
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
