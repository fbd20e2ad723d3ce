import { CommandError } from "../../kit/problem.js";
import { join } from "node:path";
import type { ApiFacts } from "../../versions/compare/apis.js";
import type { News } from "../../kit/text/since.js";
import type { Diff } from "../../versions/diff.js";
import type { Releases } from "../../versions/release/releases.js";
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
  /** The entry of the changelog. */
  readonly body: string;
  /** New elements of the API; undefined for the first release, and for a REST client. */
  readonly news: News | undefined;
  /** The version of an entry that is not published, and is written again. */
  readonly unpublished: string | undefined;
}

/**
 * Plans the release of a package. Returns undefined if nothing changed for users, the changelog has no text below
 * `## Unreleased`, and no version is chosen.
 *
 * @param old The version that users have; undefined for the latest version on npm, or the last tag.
 * @throws Error if the chosen version is not valid, or not higher than the one that users have.
 */
export async function planRelease(
  old: string | undefined,
  folder: string,
  choices: ReleaseChoices,
  knowledge: ApiFacts,
): Promise<ReleasePlan | undefined> {
  const { listVersions, readReleases, readUnreleased } = await import("../../versions/release/index.js");
  const { name, version: declared } = await readManifest(folder, old === undefined);
  const released = await readReleases(old === undefined ? name : undefined, folder);
  const side = old ?? findReleased(name, folder, released);
  const diff = side === undefined ? undefined : await compareSides(side, folder, [], knowledge);
  const changelog = (await readTextIfExists(join(folder, "CHANGELOG.md"))) ?? "";
  const isUnchanged = diff !== undefined && diff.step === undefined;
  const hasText = readUnreleased(changelog) !== "";
  if (isUnchanged && !hasText && choices.version === undefined) return undefined;
  const known = listVersions(changelog);
  const [newest] = known;
  const from = diff?.before.version;
  const version = await chooseVersion(diff, declared, known, choices);
  const isAgain = newest !== undefined && newest !== from && released.has(newest) === false;
  return {
    from,
    version,
    step: diff ? (diff.step ?? "no change") : "the first release",
    body: !diff
      ? "The first release.\n"
      : isUnchanged && hasText
        ? ""
        : (await import("../../versions/print/markdown.js")).printMarkdown(diff, true),
    news: diff?.news,
    // Each pre-release is published, and keeps its entry.
    unpublished: isAgain && !newest.includes("-") ? newest : undefined,
  };
}

async function readManifest(
  folder: string,
  isNeeded: boolean,
): Promise<{ readonly name: string | undefined; readonly version: string | undefined }> {
  const text = await readTextIfExists(join(folder, "package.json"));
  const { name, version } = text === undefined ? {} : parseManifest(text, folder);
  if (isNeeded && (name === undefined || version === undefined))
    throw new CommandError(
      "OPTION_MISSING",
      `${folder}/package.json has no name and version to find on npm. Name the version that users have`,
    );
  return { name, version };
}

function parseManifest(text: string, folder: string): { readonly name?: string; readonly version?: string } {
  try {
    return JSON.parse(text) as { readonly name?: string; readonly version?: string };
  } catch (cause) {
    throw new CommandError("FILE_INVALID", `${folder}/package.json is not JSON. Correct it`, { cause });
  }
}

function findReleased(
  name: string | undefined,
  folder: string,
  { latest, tag }: Releases,
): string | undefined {
  if (latest !== undefined) return `npm:${name ?? ""}@${latest}`;
  return tag === undefined ? undefined : `${tag}:${folder}`;
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
