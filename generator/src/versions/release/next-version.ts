/**
 * The next version of a package: which one it is, what the changelog says of it, and where it is written. Nothing
 * here writes; `cli/release.ts` does.
 */
import type { Step } from "../verdict/verdict.js";

const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * The version behind another (semver.org). Before 1.0.0 a step is one place smaller, as npm reads `^0.2.0`: what
 * breaks raises the second number, all else the third. A pre-release becomes the release that it announced, where
 * that is step enough.
 *
 * @throws Error where the text is no version.
 */
export function nextVersion(current: string, step: Step): string {
  const found = pattern.exec(current);
  if (!found) throw new Error(`${JSON.stringify(current)} is not a version such as 1.2.0`);
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
 * The pre-release of a version that comes next: `2.0.0-rc.1`, or one more than the last.
 *
 * @param known Versions that there are.
 * @throws Error if the name is none that semver takes.
 */
export function preRelease(version: string, name: string, known: readonly string[]): string {
  if (!/^[a-z][a-z0-9]*$/i.test(name))
    throw new Error(`--pre ${JSON.stringify(name)} is not a name of letters and digits, such as rc or beta`);
  const start = `${version}-${name}.`;
  const numbers = known.filter((one) => one.startsWith(start)).map((one) => Number(one.slice(start.length)));
  return `${start}${Math.max(0, ...numbers.filter(Number.isInteger)) + 1}`;
}

/** Whether a text is a version (semver.org). */
export function isVersion(text: string): boolean {
  return pattern.test(text);
}

/** Orders versions (semver.org, 11): negative if the first is lower. */
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

/** A number is lower than a word; of two that begin alike, the longer is higher. */
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
