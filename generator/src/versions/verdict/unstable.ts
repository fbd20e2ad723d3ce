import { isNameOfUnstable } from "../api/unstable.js";
import type { About } from "../finding/finding.js";

/**
 * Whether a finding is about a package that promises nothing.
 *
 * @param others Packages that are not stable, beside those whose version says so.
 */
export function isOfUnstable({ place, entry }: About, others: readonly string[]): boolean {
  const [, element = ""] = place?.element.split(" ") ?? [];
  const isProto = place?.file.endsWith(".proto") === true;
  const file = isProto ? dotted(place.file.slice(0, place.file.lastIndexOf("/"))) : "";
  const path = entry === undefined ? "" : dotted(entry.replace(/^\.\/?/, ""));
  return isNameOfUnstable([element, file, path].find((one) => one !== "") ?? "", others);
}

function dotted(path: string): string {
  return path.replaceAll("/", ".");
}
