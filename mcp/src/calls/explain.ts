import { classes, type OpenMethod } from "../methods/access.js";
import type { Api } from "./api.js";

/** The methods that a flag allows, or that no flag allows. */
interface Group {
  readonly title: string;
  readonly names: readonly string[];
}

/** Lists what each flag of a server lets happen, for `--explain`. */
export async function explainAccess(api: Api): Promise<string> {
  const opened = await api.openAll();
  const named = new Set([...api.access.patterns.values()].flat());
  const allowed = opened.filter(({ decision, listed }) => "tool" in decision && !named.has(listed.name));
  const ofEffect = (...effects: readonly string[]): readonly string[] =>
    namesOf(allowed.filter(({ listed }) => effects.includes(listed.line.effect)));
  const groups: readonly Group[] = [
    { title: "Reads", names: ofEffect("read") },
    { title: "Reads by their name (not with --strict)", names: ofEffect("readByName") },
    ...classes
      .filter((one) => api.access.allow.has(one))
      .map((one) => ({ title: `--allow ${one}`, names: ofEffect(one) })),
    ...[...api.access.patterns].map(([pattern, names]) => ({ title: `--allow-method ${pattern}`, names })),
  ];
  return [...groups, ...refusedGroups(opened)].map(groupText).join("\n");
}

function refusedGroups(opened: readonly OpenMethod[]): readonly Group[] {
  const groups = new Map<string, string[]>();
  for (const { decision, listed } of opened) {
    if (!("why" in decision)) continue;
    const reason = decision.why.replace(` ${listed.name} `, " NAME ");
    groups.set(reason, [...(groups.get(reason) ?? []), listed.name]);
  }
  return [...groups].map(([reason, names]) => ({ title: `Not allowed, because ${reason}`, names }));
}

function groupText({ title, names }: Group): string {
  return `${title}: ${names.length} ${names.length === 1 ? "method" : "methods"}\n${names
    .toSorted()
    .map((name) => `  ${name}\n`)
    .join("")}`;
}

function namesOf(opened: readonly OpenMethod[]): readonly string[] {
  return opened.map(({ listed }) => listed.name);
}

/**
 * Returns lines about the start: how many methods each flag allows. A flag that allows nothing is a mistake, which nobody
 * would notice.
 */
export async function countAccess(api: Api): Promise<readonly string[]> {
  const { access, methods } = api;
  const { usable } = access;
  const count = (effect: string): number => usable.filter(({ line }) => line.effect === effect).length;
  // Whether a change is a PUT is in the guide of its service.
  const changes = access.allow.has("change") && api.sdk.isRest ? await api.openAll() : [];
  const puts = changes.filter(({ decision, listed }) => listed.line.effect === "change" && "why" in decision);
  const reads = count("read") + count("readByName");
  return [
    `${methods.all.length} methods, of which ${reads} read (${count("readByName")} by their name); --explain lists them.`,
    ...[...access.allow].map((one) => {
      const allowed = count(one) - (one === "change" ? puts.length : 0);
      const rest = one === "change" && puts.length > 0 ? ` (${puts.length} more need --allow-method)` : "";
      return allowed === 0
        ? `Warning: --allow ${one} allows nothing: no method of this API is known to ${verbs[one]} a resource${rest}.`
        : `--allow ${one}: ${countText(allowed)}${rest}.`;
    }),
    ...[...access.patterns].map(
      ([pattern, names]) => `--allow-method ${pattern}: ${countText(names.length)}.`,
    ),
  ];
}

const verbs = { create: "create", change: "change", destroy: "destroy" } as const;

function countText(count: number): string {
  return `${count} ${count === 1 ? "method" : "methods"}`;
}
