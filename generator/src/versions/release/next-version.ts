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
