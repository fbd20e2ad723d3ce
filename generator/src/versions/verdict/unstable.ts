import { isUnstablePackage } from "../api/unstable.js";
import type { Subject } from "../finding/finding.js";

/**
 * Returns whether a finding is about an unstable package, which makes no promise of compatibility.
 *
 * @param others Packages to treat as unstable in addition to those with an unstable version.
 */
export function isInUnstable({ place, entry }: Subject, others: readonly string[]): boolean {
  const [, element = ""] = place?.element.split(" ") ?? [];
  const isProto = place?.file.endsWith(".proto") === true;
  const file = isProto ? toDotted(place.file.slice(0, place.file.lastIndexOf("/"))) : "";
  const path = entry === undefined ? "" : toDotted(entry.replace(/^\.\/?/, ""));
  return isUnstablePackage([element, file, path].find((one) => one !== "") ?? "", others);
}

function toDotted(path: string): string {
  return path.replaceAll("/", ".");
}
