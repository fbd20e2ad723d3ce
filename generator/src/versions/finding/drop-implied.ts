import { toTypeTitle } from "./titles.js";
import type { Finding, What } from "./finding.js";

/**
 * Drops findings that follow from another one: the contents of an entry point that was added or removed as a whole, and
 * the new name of a renamed element.
 */
export function dropImplied(findings: readonly Finding[]): Finding[] {
  const covered = (kind: "added" | "removed"): ReadonlySet<string> =>
    new Set(findings.flatMap(({ what }) => (what.kind === kind ? (what.covers ?? []) : [])));
  const parts = { added: covered("added"), removed: covered("removed") };
  const renamed = new Set(findings.flatMap(({ what }) => ("newKey" in what ? (what.newKey ?? []) : [])));
  const own = findings.toSorted(
    (a, b) => Number(a.about.entry !== undefined) - Number(b.about.entry !== undefined),
  );
  const titles = new Map(
    own.flatMap(({ about, what }) =>
      what.kind === "added" && renamed.has(about.key) ? [[about.key, about.title]] : [],
    ),
  );
  const listTitles = (kind: "added" | "removed", keys: readonly string[]): string[] =>
    findings.flatMap(({ about, what, isEcho }) =>
      what.kind === kind && about.entry !== undefined && isEcho !== true && keys.includes(about.key)
        ? [about.title]
        : [],
    );
  const newTypes = new Map(
    findings.flatMap(({ about, what }) =>
      what.kind === "renamed" && (about.role === "message" || about.role === "enum")
        ? [[about.title, titles.get(what.newKey ?? "") ?? what.after]]
        : [],
    ),
  );
  const equals = findEqualTypes(findings);
  const followsFromNames = ({ about, what }: Finding): boolean => {
    if (what.kind !== "retyped" && what.kind !== "called" && what.kind !== "result") return false;
    const here = equals.get(about.key);
    const written = what.before.replaceAll(
      /[\w$]+/g,
      (name) => here?.get(name) ?? newTypes.get(name) ?? name,
    );
    return written === what.after;
  };
  return findings.flatMap((finding): Finding[] => {
    const { about, what } = finding;
    if (what.kind === "renamed") {
      const after = titles.get(what.newKey ?? "") ?? what.after;
      return [{ ...finding, what: { ...what, after } }];
    }
    if (isJsonFormOnly(what) || followsFromNames(finding)) return [];
    if (what.kind !== "added" && what.kind !== "removed") return [finding];
    if (parts[what.kind].has(about.key) || (what.kind === "added" && renamed.has(about.key))) return [];
    if (!what.covers || about.role === "entry") return [finding];
    return [{ ...finding, what: { ...what, names: unique(listTitles(what.kind, what.covers)) } }];
  });
}

/** Maps, for each element, old types to new types with the same fields, because code still compiles with them. */
function findEqualTypes(findings: readonly Finding[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { about, what } of findings) {
    if (!("wire" in what) || what.wire !== "same") continue;
    const names = found.get(about.key) ?? new Map<string, string>();
    names.set(toTypeTitle(lastTypeName(what.before)), toTypeTitle(lastTypeName(what.after)));
    found.set(about.key, names);
  }
  return found;
}

function lastTypeName(text: string): string {
  return /[\w.]+(?=>?$)/.exec(text)?.[0] ?? text;
}

/** Returns whether only the JSON form of a message was added or removed, which another finding reports. */
function isJsonFormOnly(what: What): boolean {
  return (
    what.kind === "retyped" && [what.before, what.after].some((text) => / & JsonForm<[\w$]+>$/.test(text))
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
