import { titleOf } from "./titles.js";
import type { Finding, What } from "./finding.js";

/**
 * Leaves out what another finding says already: what belongs to an entry point that is new or gone as a whole,
 * and the new name of what was renamed, by which the change tells it.
 */
export function withoutParts(findings: readonly Finding[]): Finding[] {
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
  const titlesOf = (kind: "added" | "removed", keys: readonly string[]): string[] =>
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
  const equals = equalTypes(findings);
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
    if (isTie(what) || followsFromNames(finding)) return [];
    if (what.kind !== "added" && what.kind !== "removed") return [finding];
    if (parts[what.kind].has(about.key) || (what.kind === "added" && renamed.has(about.key))) return [];
    if (!what.covers || about.role === "entry") return [finding];
    return [{ ...finding, what: { ...what, names: unique(titlesOf(what.kind, what.covers)) } }];
  });
}

/** Of each element the types that it has now for others with the same fields: code that compiled goes on to. */
function equalTypes(findings: readonly Finding[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { about, what } of findings) {
    if (!("wire" in what) || what.wire !== "same") continue;
    const names = found.get(about.key) ?? new Map<string, string>();
    names.set(titleOf(typeIn(what.before)), titleOf(typeIn(what.after)));
    found.set(about.key, names);
  }
  return found;
}

function typeIn(text: string): string {
  return /[\w.]+(?=>?$)/.exec(text)?.[0] ?? text;
}

/** The type of the JSON, which is new or gone itself, is tied to the message. */
function isTie(what: What): boolean {
  return (
    what.kind === "retyped" && [what.before, what.after].some((text) => / & JsonForm<[\w$]+>$/.test(text))
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
