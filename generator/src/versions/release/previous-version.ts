/** Finds the version with which a release is compared. */
import { CommandError } from "../../kit/problem.js";
import type { SdkFiles } from "../../surface/sdk-files.js";
import { hasTypeScript, readPublished } from "../package/open-side.js";
import { findVersionCommit, isSameRepository, readReleases, readTags, type Releases } from "./releases.js";

/** A package that is about to be released. */
export interface ReleasedPackage {
  readonly folder: string;
  readonly name: string | undefined;
  /** The version in its package.json. */
  readonly version: string | undefined;
  /** The URL of its repository, from its package.json. */
  readonly repository: string | undefined;
  /** The versions that its changelog has entries for, the newest first. */
  readonly entries: readonly string[];
  /** Its files. */
  readonly files: SdkFiles;
}

/** The version that users have. */
export interface PreviousVersion {
  /** Its name as an argument of `stratus diff`, or its files; undefined for the first release. */
  readonly side: string | SdkFiles | undefined;
  readonly releases: Releases;
  /** A sentence about the choice, without a full stop; empty if there is nothing to explain. */
  readonly reason: string;
}

/**
 * Finds the version that users have: the newest entry of the changelog that was released, else the latest version at npm,
 * else the last Git tag, else the commit that set the version of the newest entry.
 *
 * @throws CommandError if the changelog has entries, and no such version can be read.
 */
export async function findPreviousVersion(released: ReleasedPackage): Promise<PreviousVersion> {
  const { folder, name, entries, version } = released;
  const { releases, published, note } = await readOwnReleases(released);
  const because = (reason: string): string => [note, reason].filter((one) => one !== "").join(". ");
  const newest = entries.find((one) => !one.includes("-") && releases.has(one) === true);
  const tag = newest === undefined ? releases.tag : releases.tagOf(newest);
  if (newest !== undefined && releases.isPublished(newest)) {
    const side = newest === releases.latest ? published : `npm:${name ?? ""}@${newest}`;
    return {
      side,
      releases,
      reason: because(`Compared with ${newest} at npm, the newest entry of the changelog`),
    };
  }
  if (newest === undefined && published !== undefined)
    return {
      side: published,
      releases,
      reason: because(`Compared with ${releases.latest ?? ""}, the latest version at npm`),
    };
  if (tag !== undefined)
    return { side: `${tag}:${folder}`, releases, reason: because(`Compared with the Git tag ${tag}`) };
  const [first] = entries;
  if (first === undefined) return { side: undefined, releases, reason: note };
  const commit = await findVersionCommit(folder, first);
  if (commit !== undefined) {
    const reason = `Compared with commit ${commit.slice(0, 8)}, which set version ${first}, the newest entry of the changelog`;
    return { side: `${commit}:${folder}`, releases, reason: because(reason) };
  }
  // An entry that was written for the first release, and is not committed yet.
  if (entries.length === 1 && first === version) return { side: undefined, releases, reason: note };
  throw new CommandError(
    "VERSION_UNREADABLE",
    `${note === "" ? "" : `${note}. `}CHANGELOG.md has an entry for ${first}, and neither npm, nor a Git tag, nor a commit of ${folder}/package.json has that version. Name the version that users have, such as v${first}:${folder}`,
  );
}

/** Reads the releases of a package. The package of that name at npm may be somebody else's. */
async function readOwnReleases({ folder, name, repository, files }: ReleasedPackage): Promise<{
  readonly releases: Releases;
  readonly published: SdkFiles | undefined;
  readonly note: string;
}> {
  const releases = await readReleases(name, folder);
  if (name === undefined || releases.latest === undefined)
    return { releases, published: undefined, note: "" };
  const found = `npm:${name}@${releases.latest}`;
  const refuse = async (reason: string) => ({
    releases: await readTags(folder),
    published: undefined,
    note: `${found} ${reason}, so it was not compared`,
  });
  if (!isSameRepository(releases.repository, repository))
    return refuse(
      `is from the repository ${releases.repository ?? "of nobody"}, and not from ${repository ?? "one that package.json names"}`,
    );
  const published = await readPublished(`${name}@${releases.latest}`);
  if (!hasTypeScript(published)) return refuse("contains no TypeScript");
  const [theirs, own] = [published, files].map(readApiId);
  if (theirs !== undefined && own !== undefined && !isSameApi(theirs, own))
    return refuse(`is the SDK of ${theirs}, and not of ${own}`);
  return { releases, published, note: "" };
}

/** Returns the ID of the API and its protocol, from the guide of a package. */
function readApiId({ files }: SdkFiles): string | undefined {
  const text = files.get("src/guide/index.ts") ?? "";
  const [, protocol] = /^  protocol: "(\w+)"/m.exec(text) ?? [];
  const [, id] = /^  id: "([^"]+)"/m.exec(text) ?? [];
  return protocol === undefined || id === undefined ? undefined : `${id} (${protocol})`;
}

/** Returns whether two IDs are of one API. A package with another name makes the ID of an API shorter. */
function isSameApi(a: string, b: string): boolean {
  const [[first = "", one], [second = "", other]] = [a.split(" "), b.split(" ")];
  return one === other && (`${first}.`.startsWith(`${second}.`) || `${second}.`.startsWith(`${first}.`));
}
