/** Compares what the annotations of AIP state: name patterns, request IDs, routing, timeouts and retry policies. */
import type { ApiResource } from "../api/aip.js";
import type { ApiMethod, ApiService } from "../api/api.js";
import type { Subject, Finding, Difference } from "../finding/finding.js";

/** Compares the facts about the calls of a method. */
export function compareCalls({ calls: old }: ApiMethod, { calls: now }: ApiMethod): Difference[] {
  const whats: Difference[] = [];
  if (old.requestId !== undefined && now.requestId === undefined) whats.push({ kind: "unidentified" });
  if (old.requestId === undefined && now.requestId !== undefined) whats.push({ kind: "identified" });
  if (old.hasEtag !== now.hasEtag) whats.push({ kind: now.hasEtag ? "versioned" : "unversioned" });
  if (old.routing !== now.routing) whats.push({ kind: "routing", before: old.routing, after: now.routing });
  if (old.config !== now.config) whats.push({ kind: "calls", before: old.config, after: now.config });
  return whats;
}

/** Compares the OAuth scopes of a service. */
export function compareScopes(subject: Subject, before: ApiService, after: ApiService): Finding[] {
  const [old, now] = [before, after].map(({ scopes }) => scopes.toSorted().join(" "));
  if (old === undefined || now === undefined || old === now) return [];
  return [{ subject, difference: { kind: "scopes", before: old, after: now } }];
}

/** Compares the name patterns of resource types. The names of variables do not matter. */
export function compareResources(
  before: ReadonlyMap<string, ApiResource>,
  after: ReadonlyMap<string, ApiResource>,
): Finding[] {
  return [...before.values()].flatMap((old) => {
    const now = after.get(old.name);
    if (now === undefined) return [];
    const element = now.message === undefined ? "" : `message ${now.message}`;
    const place = { file: now.file, element };
    const subject = { key: `resource ${now.name}`, title: now.name, role: "resource", place } as const;
    return [
      ...findMissingPatterns(old, now).map((text): Finding => ({
        subject,
        difference: { kind: "pattern-removed", text },
      })),
      ...findMissingPatterns(now, old).map((text): Finding => ({
        subject,
        difference: { kind: "pattern-added", text },
      })),
    ];
  });
}

/** Returns the patterns of one resource type that the other does not have. */
function findMissingPatterns(one: ApiResource, other: ApiResource): readonly string[] {
  const known = new Set(other.patterns.map(toPatternShape));
  return one.patterns.filter((pattern) => !known.has(toPatternShape(pattern)));
}

function toPatternShape(pattern: string): string {
  return pattern.replaceAll(/\{[^{}]*\}/g, "{}");
}
