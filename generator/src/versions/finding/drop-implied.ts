import { toTypeTitle } from "./titles.js";
import type { Finding, Difference } from "./finding.js";

/**
 * Drops findings that follow from another one: the contents of an entry point that was added or removed as a whole, and
 * the new name of a renamed element.
 */
export function dropImplied(findings: readonly Finding[]): Finding[] {
  const parts = { added: listCovered(findings, "added"), removed: listCovered(findings, "removed") };
  const renamed = new Set(
    findings.flatMap(({ difference }) => ("newKey" in difference ? (difference.newKey ?? []) : [])),
  );
  const own = findings.toSorted(
    (a, b) => Number(a.subject.entry !== undefined) - Number(b.subject.entry !== undefined),
  );
  const titles = new Map(
    own.flatMap(({ subject, difference }) =>
      difference.kind === "added" && renamed.has(subject.key) ? [[subject.key, subject.title]] : [],
    ),
  );
  const newTypes = new Map(
    findings.flatMap(({ subject, difference }) =>
      difference.kind === "renamed" && (subject.role === "message" || subject.role === "enum")
        ? [[subject.title, titles.get(difference.newKey ?? "") ?? difference.after]]
        : [],
    ),
  );
  const equals = findEqualTypes(findings);
  const followsFromNames = ({ subject, difference, proof }: Finding): boolean => {
    const isOfTypes =
      difference.kind === "retyped" || difference.kind === "called" || difference.kind === "result";
    if (!isOfTypes || proof) return false;
    const here = equals.get(subject.key);
    const written = difference.before.replaceAll(
      /[\w$]+/g,
      (name) => here?.get(name) ?? newTypes.get(name) ?? name,
    );
    return written === difference.after;
  };
  return findings.flatMap((finding): Finding[] => {
    const { subject, difference } = finding;
    if (difference.kind === "renamed") {
      const after = titles.get(difference.newKey ?? "") ?? difference.after;
      return [{ ...finding, difference: { ...difference, after } }];
    }
    if (isJsonFormOnly(difference) || followsFromNames(finding)) return [];
    if (difference.kind !== "added" && difference.kind !== "removed") return [finding];
    if (parts[difference.kind].has(subject.key) || (difference.kind === "added" && renamed.has(subject.key)))
      return [];
    if (!difference.covers || subject.role === "entry") return [finding];
    return [
      {
        ...finding,
        difference: {
          ...difference,
          names: removeDuplicates(listTitles(findings, difference.kind, difference.covers)),
        },
      },
    ];
  });
}

/** Returns the keys of the elements that were added or removed with another one. */
function listCovered(findings: readonly Finding[], kind: "added" | "removed"): ReadonlySet<string> {
  return new Set(
    findings.flatMap(({ difference }) => (difference.kind === kind ? (difference.covers ?? []) : [])),
  );
}

/** Returns the titles of exported elements that were added or removed, and have one of the keys. */
function listTitles(
  findings: readonly Finding[],
  kind: "added" | "removed",
  keys: readonly string[],
): string[] {
  return findings.flatMap(({ subject, difference, isDuplicate }) =>
    difference.kind === kind &&
    subject.entry !== undefined &&
    isDuplicate !== true &&
    keys.includes(subject.key)
      ? [subject.title]
      : [],
  );
}

/** Maps, for each element, old types to new types with the same fields, because code still compiles with them. */
function findEqualTypes(findings: readonly Finding[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { subject, difference } of findings) {
    if (!("wire" in difference) || (difference.wire !== "same" && difference.isWider !== true)) continue;
    const names = found.get(subject.key) ?? new Map<string, string>();
    names.set(toTypeTitle(lastTypeName(difference.before)), toTypeTitle(lastTypeName(difference.after)));
    found.set(subject.key, names);
  }
  return found;
}

function lastTypeName(text: string): string {
  return /[\w.]+(?=>?$)/.exec(text)?.[0] ?? text;
}

/** Returns whether only the JSON form of a message was added or removed, which another finding reports. */
function isJsonFormOnly(difference: Difference): boolean {
  return (
    difference.kind === "retyped" &&
    [difference.before, difference.after].some((text) => / & JsonForm<[\w$]+>$/.test(text))
  );
}

function removeDuplicates(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
