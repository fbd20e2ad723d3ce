/**
 * Computes the next version of a package. `stratus release` writes it.
 */
import { CommandError } from "../../kit/problem.js";
import type { Step } from "../verdict/verdict.js";

const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Returns the version after another one (semver.org). Before 1.0.0, a breaking change raises the second number and all
 * other changes raise the third, because npm reads `^0.2.0` so. A pre-release becomes its release if that is a large
 * enough step.
 *
 * @throws Error if the text is not a version.
 */
export function nextVersion(current: string, step: Step): string {
  const found = pattern.exec(current);
  if (!found)
    throw new CommandError("OPTION_INVALID", `${JSON.stringify(current)} is not a version such as 1.2.0`);
  const [major, minor, patch] = found.slice(1, 4).map(Number) as [number, number, number];
  const place = major === 0 ? (step === "major" ? 1 : 2) : { major: 0, minor: 1, patch: 2 }[step];
  const isAnnounced =
    found[4] !== undefined && [major, minor, patch].slice(place + 1).every((part) => part === 0);
  if (isAnnounced) return [major, minor, patch].join(".");
  const next = [major, minor, patch].map((part, index) =>
    index < place ? part : index === place ? part + 1 : 0,
  );
  return next.join(".");
}

/**
 * Returns the next pre-release of a version: `2.0.0-rc.1`, or one higher than the last.
 *
 * @param known Existing versions.
 * @throws Error if the name is not valid in semver.
 */
export function nextPreRelease(version: string, name: string, known: readonly string[]): string {
  if (!/^[a-z][a-z0-9]*$/i.test(name))
    throw new CommandError(
      "OPTION_INVALID",
      `--pre ${JSON.stringify(name)} must consist of letters and digits, such as rc or beta`,
    );
  const start = `${version}-${name}.`;
  const numbers = known.filter((one) => one.startsWith(start)).map((one) => Number(one.slice(start.length)));
  return `${start}${Math.max(0, ...numbers.filter(Number.isInteger)) + 1}`;
}

/**
 * Explains which number a step raises, in a sentence. Empty if the step's own name says it.
 *
 * @param from The version that users have.
 */
export function explainStep(from: string, version: string, step: Step): string {
  if (![from, version].every((one) => one.startsWith("0."))) return "";
  return step === "major"
    ? `Before 1.0.0, a breaking change raises the second number, because npm does not install ${version} for ^${from}.`
    : `Before 1.0.0, a ${step} change raises the third number, because npm installs ${version} for ^${from}.`;
}

/** Returns whether a release starts a new major version. Before 1.0.0, that is the second number. */
export function isMajorRelease(from: string | undefined, version: string): boolean {
  if (from === undefined) return true;
  const [old, now] = [from, version].map((one) => pattern.exec(one));
  return old?.[1] !== now?.[1] || (now?.[1] === "0" && old?.[2] !== now[2]);
}

/** Returns whether a text is a version (semver.org). */
export function isVersion(text: string): boolean {
  return pattern.test(text);
}

/** Compares versions (semver.org, 11). The result is negative if the first is lower. */
export function compareVersions(a: string, b: string): number {
  const [old, now] = [a, b].map((one) => pattern.exec(one));
  for (const place of [1, 2, 3]) {
    const difference = Number(old?.[place] ?? 0) - Number(now?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  const [before, after] = [old?.[4], now?.[4]];
  if (before === undefined || after === undefined)
    return Number(before === undefined) - Number(after === undefined);
  return compareParts(before.split("."), after.split("."));
}

/** Numbers are lower than words, and a longer list is higher if it begins with the shorter one. */
function compareParts(before: readonly string[], after: readonly string[]): number {
  for (const [index, one] of before.entries()) {
    const other = after[index];
    if (other === undefined) return 1;
    if (one === other) continue;
    const [isNumber, isOther] = [one, other].map((part) => /^\d+$/.test(part));
    if (isNumber === true && isOther === true) return Number(one) - Number(other);
    if (isNumber !== isOther) return isNumber === true ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return before.length - after.length;
}
