import { join } from "node:path";
import { CommandError } from "../../kit/problem.js";
import type { News } from "../../kit/text/names-file.js";
import type { ApiFacts } from "../../versions/compare/apis.js";
import type { Diff } from "../../versions/diff.js";
import type { PreviousVersion } from "../../versions/release/previous-version.js";
import { readTextIfExists } from "../folder/read-text.js";
import { compareSides } from "./diff.js";

/** Options of a release. */
export interface ReleaseChoices {
  readonly version?: string | undefined;
  readonly pre?: string | undefined;
}

/** A planned release. */
export interface ReleasePlan {
  /** The version that users have; undefined for the first release. */
  readonly from: string | undefined;
  readonly version: string;
  /** The name of the step: `major`, `no change`, `the first release`. */
  readonly step: string;
  /** Sentences about the version and the comparison. */
  readonly reasons: readonly string[];
  /** The entry of the changelog. */
  readonly body: string;
  /** New elements of the API; undefined for the first release, and for a REST client. */
  readonly news: News | undefined;
  /** The version starts a new major version, in which names may change. */
  readonly isMajor: boolean;
  /** The version of an entry that is not published, and is written again. */
  readonly unpublished: string | undefined;
}

/**
 * Plans the release of a package. Returns undefined if nothing changed for users, the changelog has no text below
 * `## Unreleased`, and no version is chosen.
 *
 * @param old The version that users have; undefined to find it by the changelog, npm and Git.
 * @throws Error if the chosen version is not valid, or not higher than the one that users have, or if no version can be
 *   found to compare with.
 */
export async function planRelease(
  old: string | undefined,
  folder: string,
  choices: ReleaseChoices,
  knowledge: ApiFacts,
): Promise<ReleasePlan | undefined> {
  const { explainStep, isMajorRelease, listVersions, readUnreleased } =
    await import("../../versions/release/index.js");
  const manifest = await readManifest(folder, old === undefined);
  const changelog = (await readTextIfExists(join(folder, "CHANGELOG.md"))) ?? "";
  const known = listVersions(changelog);
  const { side, releases, reason } = await findPrevious(old, folder, manifest, known);
  const diff = side === undefined ? undefined : await compareSides(side, folder, [], knowledge);
  const isUnchanged = diff !== undefined && diff.step === undefined;
  const hasText = readUnreleased(changelog) !== "";
  if (isUnchanged && !hasText && choices.version === undefined) return undefined;
  const [newest] = known;
  const from = diff?.before.version;
  const version = await chooseVersion(diff, manifest.version, known, choices);
  const isAgain = newest !== undefined && newest !== from && releases.has(newest) === false;
  return {
    from,
    version,
    step: diff ? (diff.step ?? "no change") : "the first release",
    reasons: [
      ...(from === undefined || diff?.step === undefined || choices.version !== undefined
        ? []
        : [explainStep(from, version, diff.step)]),
      reason === "" ? "" : `${reason}.`,
    ].filter((one) => one !== ""),
    body: !diff
      ? "The first release.\n"
      : isUnchanged && hasText
        ? ""
        : (await import("../../versions/print/markdown.js")).printMarkdown(diff, true),
    news: diff?.news,
    isMajor: isMajorRelease(from, version),
    // Each pre-release is published, and keeps its entry.
    unpublished: isAgain && !newest.includes("-") ? newest : undefined,
  };
}

async function findPrevious(
  old: string | undefined,
  folder: string,
  manifest: PackageManifest,
  entries: readonly string[],
): Promise<PreviousVersion> {
  if (old !== undefined) {
    const { readTags } = await import("../../versions/release/index.js");
    return { side: old, releases: await readTags(folder), reason: "" };
  }
  const { openSide } = await import("../../versions/package/open-side.js");
  const { findPreviousVersion } = await import("../../versions/release/index.js");
  const files = await openSide(folder, undefined);
  return findPreviousVersion({ ...manifest, folder, entries, files });
}

/** The members of package.json that a release reads. */
interface PackageManifest {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly repository: string | undefined;
}

async function readManifest(folder: string, isNeeded: boolean): Promise<PackageManifest> {
  const { readRepositoryUrl } = await import("../../versions/release/index.js");
  const text = await readTextIfExists(join(folder, "package.json"));
  const { name, version, repository } = text === undefined ? {} : parseManifest(text, folder);
  if (isNeeded && (name === undefined || version === undefined))
    throw new CommandError(
      "OPTION_MISSING",
      `${folder}/package.json has no name and version to find on npm. Name the version that users have`,
    );
  return { name, version, repository: readRepositoryUrl(repository) };
}

function parseManifest(
  text: string,
  folder: string,
): { readonly name?: string; readonly version?: string; readonly repository?: unknown } {
  try {
    return JSON.parse(text) as { readonly name?: string; readonly version?: string };
  } catch (cause) {
    throw new CommandError("FILE_INVALID", `${folder}/package.json is not JSON. Correct it`, { cause });
  }
}

async function chooseVersion(
  diff: Diff | undefined,
  declared: string | undefined,
  known: readonly string[],
  { version, pre }: ReleaseChoices,
): Promise<string> {
  const { compareVersions, isVersion, nextVersion, nextPreRelease } =
    await import("../../versions/release/index.js");
  const from = diff?.before.version;
  if (version !== undefined && !isVersion(version))
    throw new CommandError(
      "OPTION_INVALID",
      `--version ${JSON.stringify(version)} is not a version such as 1.2.0`,
    );
  const first = declared === undefined || declared === "0.0.0" ? "0.1.0" : declared;
  const proposed = diff ? nextVersion(from ?? "0.0.0", diff.step ?? "patch") : first;
  const chosen = version ?? proposed;
  const all = pre === undefined ? chosen : nextPreRelease(chosen, pre, known);
  if (from !== undefined && compareVersions(all, from) <= 0)
    throw new CommandError(
      "OPTION_INVALID",
      `--version ${all} is not higher than ${from}, which users have. Choose a higher one`,
    );
  return all;
}
