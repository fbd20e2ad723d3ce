import type { Finding, Role, What } from "./finding/finding.js";
import type { Origin } from "../surface/surface.js";
import { compare } from "../kit/compare.js";
import { groupBy } from "../kit/group-by.js";
import { isAskedFor } from "./finding/asked-for.js";
import { withoutParts } from "./finding/parts.js";
import { isOfUnstable } from "./verdict/unstable.js";
import { greatest, steps, verdictOf, type Step } from "./verdict/verdict.js";
import { insteadOf } from "./words/instead.js";
import { wordsOf } from "./words/words.js";

/** A change of an SDK, judged and told: all that was found of one element. */
export interface Change {
  readonly sort: "added" | "changed" | "deprecated" | "removed";
  readonly step: Step;
  /** It breaks users, whatever the step: what belongs to a package that is not stable takes a minor one. */
  readonly isBreaking: boolean;
  /** The reasons leave no doubt of the step. */
  readonly isCertain: boolean;
  /** What brought it: the API, or the generator in another version. */
  readonly cause: Cause;
  /** `DiskSpec.sizeBytes` */
  readonly subject: string;
  readonly role: Role;
  /** Those who make the message that it is in have to give it, and did not have to before. */
  readonly isAskedFor: boolean;
  /** What it is, in sentences without a full stop; the first says most. */
  readonly words: readonly string[];
  /** Why it is that step, in sentences without a full stop. */
  readonly reasons: readonly string[];
  /** What users write instead, where they must act. */
  readonly instead: readonly string[];
  /** Where in the protos, or in which module of the package. */
  readonly place: Origin | undefined;
  readonly entry: string | undefined;
  /** The type in TypeScript before and after, if that is what changed. */
  readonly forms?: { readonly before: string; readonly after: string } | undefined;
  /** A line that compiled before, and what the compiler says of it now; undefined if none was tried, or it compiles. */
  readonly proof?: { readonly line: string; readonly said: string } | undefined;
  /** Places of a program that it touches, `src/main.ts:12`; undefined if no program was named. */
  readonly uses?: readonly string[];
}

export type Cause = "api" | "generator";

/**
 * Joins what was found of one element to a change, in the order of places.
 *
 * @param unstable Packages that are not stable, beside those whose version says so.
 */
export function toChanges(
  findings: readonly Finding[],
  cause: Cause,
  unstable: readonly string[] = [],
): Change[] {
  const groups = groupBy(withoutParts(findings), ({ about }) => about.key);
  return [...groups.values()].flatMap((group) => joined(group, cause, unstable)).sort(byImportance);
}

/** Kinds from the one that says most to the one that says least. */
const order: readonly What["kind"][] = [
  "renamed",
  "reused",
  "oneof",
  "removed",
  "added",
  "taken",
  "unpaged",
  "paged",
  "retyped",
  "streaming",
  "masked",
  "unmasked",
  "request",
  "response",
  "result",
  "called",
  "optional",
  "required",
  "wire-type",
  "number",
  "presence",
  "endpoint",
  "domain",
  "setting",
  "stable",
  "pattern-removed",
  "pattern-added",
  "unversioned",
  "versioned",
  "unidentified",
  "identified",
  "routing",
  "calls",
  "scopes",
  "behavior-added",
  "behavior-removed",
  "rule",
  "alternative-removed",
  "alternative-added",
  "json-name",
  "deprecated",
  "shown",
  "secret",
  "writing",
  "read-only",
  "restored",
  "moved",
  "runtime",
];

/** What needs no words of its own beside another kind. */
const implied: Partial<Record<What["kind"], readonly What["kind"][]>> = {
  renamed: ["removed", "added", "json-name"],
  reused: order,
  oneof: ["removed", "added", "retyped", "presence", "optional", "required"],
  removed: order,
  // A new field that requests must have breaks those of before.
  added: order.filter((kind) => kind !== "rule" && kind !== "taken"),
  retyped: ["presence", "wire-type", "called", "optional", "required", "restored"],
  ...Object.fromEntries(
    (
      [
        "streaming",
        "masked",
        "unmasked",
        "request",
        "response",
        "paged",
        "unpaged",
        "result",
        "called",
      ] as const
    ).map((kind) => [kind, ["called", "result", "retyped", "read-only", "writing"]]),
  ),
};

/** Kinds whose reasons are worth saying beside those of a kind that implies them. */
const dataAtRisk: readonly What["kind"][] = ["wire-type", "number", "json-name"];

/** None where the findings only repeat what follows from other changes. */
function joined(group: readonly Finding[], cause: Cause, unstable: readonly string[]): Change[] {
  const own = group.filter(({ isEcho }) => isEcho !== true);
  const told =
    own.length > 0 ? own : group.filter(({ what }) => what.kind !== "added" && what.kind !== "removed");
  const sorted = told.toSorted(
    (a, b) => order.indexOf(a.what.kind) - order.indexOf(b.what.kind) || countCovered(b) - countCovered(a),
  );
  const [first] = sorted;
  if (!first) return [];
  const covered = new Set(implied[first.what.kind] ?? []);
  const said = onceEach(sorted.filter((one) => one === first || !covered.has(one.what.kind)));
  const step = greatest(sorted.map((one) => verdictOf(one).step));
  const isBreaking = step === "major";
  const decisive = sorted.filter((one) => verdictOf(one).step === step);
  const telling = decisive.filter((one) => said.includes(one) || dataAtRisk.includes(one.what.kind));
  const about = [...own, ...group].find((one) => one.about.entry !== undefined)?.about ?? first.about;
  return [
    {
      sort: findSort(first),
      step:
        isBreaking && isOfUnstable({ ...about, place: first.about.place ?? about.place }, unstable)
          ? "minor"
          : step,
      isBreaking,
      isCertain: decisive.some((one) => verdictOf(one).isPerhaps !== true),
      cause,
      subject: about.title,
      role: first.about.role,
      isAskedFor: said.some(isAskedFor),
      words: unique(
        said.map((one) => wordsOf({ ...one, about: { ...one.about, title: about.title } }, one === first)),
      ),
      reasons: unique((telling.length > 0 ? telling : decisive).map((one) => verdictOf(one).reason)),
      instead: isBreaking ? unique(said.flatMap((one) => insteadOf(one) ?? [])) : [],
      place: first.about.place ?? about.place,
      entry: about.entry,
      forms: formsOf(first),
    },
  ];
}

/** Types that changed, as they are written. */
function formsOf({ what }: Finding): Change["forms"] {
  const isOfTypes = what.kind === "retyped" || what.kind === "called" || what.kind === "result";
  return isOfTypes ? { before: what.before, after: what.after } : undefined;
}

/** Of two findings that say the same, the one that says more of it. */
function countCovered({ what }: Finding): number {
  return what.kind === "added" || what.kind === "removed" ? (what.covers?.length ?? 0) : 0;
}

function factText({ what }: Finding): string {
  if ("behavior" in what) return `${what.kind} ${what.behavior}`;
  if (what.kind === "rule") return `rule ${what.before} ${what.after}`;
  return "text" in what && what.kind !== "deprecated" ? `${what.kind} ${what.text}` : what.kind;
}

/** One finding of each kind, where a kind can be said of an element once: both sources find a deprecation. */
function onceEach(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.toReversed().map((one) => [factText(one), one])).values()].toReversed();
}

function findSort({ what }: Finding): Change["sort"] {
  if (what.kind === "added" || what.kind === "alternative-added") return "added";
  if (what.kind === "removed" || what.kind === "alternative-removed") return "removed";
  return what.kind === "deprecated" ? "deprecated" : "changed";
}

/** The greatest step first, then by place and subject, so that the order never depends on how it was found. */
function byImportance(a: Change, b: Change): number {
  return (
    steps.indexOf(b.step) - steps.indexOf(a.step) ||
    compare(a.place?.file ?? "", b.place?.file ?? "") ||
    compare(a.subject, b.subject) ||
    compare(a.words.join(), b.words.join())
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
