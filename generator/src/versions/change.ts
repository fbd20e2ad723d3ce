import type { Finding, Role, Difference } from "./finding/finding.js";
import type { Origin } from "../surface/surface.js";
import { compare } from "../kit/compare.js";
import { groupBy } from "../kit/group-by.js";
import { isNewlyRequired } from "./finding/newly-required.js";
import { dropImplied } from "./finding/drop-implied.js";
import { isInUnstable } from "./verdict/unstable.js";
import { greatestStep, steps, judgeFinding, type Step } from "./verdict/verdict.js";
import { findFix } from "./explain/find-fix.js";
import { describeFinding } from "./explain/describe-finding.js";

/** A change of an SDK: all findings about one element, with their verdict and description. */
export interface Change {
  readonly kind: "added" | "changed" | "deprecated" | "removed";
  readonly step: Step;
  /** The change breaks users. In an unstable package, such a change only requires a minor step. */
  readonly isBreaking: boolean;
  /** The step does not depend on anything that cannot be compared. */
  readonly isCertain: boolean;
  /** Whether the API caused it, or another version of the generator. */
  readonly cause: Cause;
  /** `DiskSpec.sizeBytes` */
  readonly subject: string;
  readonly role: Role;
  /** Code that creates its message must now set it, and did not have to before. */
  readonly isNewlyRequired: boolean;
  /** Sentences that describe it, without full stops, the most important first. */
  readonly sentences: readonly string[];
  /** Reasons for the step, as sentences without full stops. */
  readonly reasons: readonly string[];
  /** Sentences that say what users have to do. Empty if they need not act. */
  readonly fixes: readonly string[];
  /** Its place in the protos, or the module of the package. */
  readonly place: Origin | undefined;
  readonly entry: string | undefined;
  /** The TypeScript type before and after, if the type changed. */
  readonly types?: { readonly before: string; readonly after: string } | undefined;
  /** A line that no longer compiles, and the compiler's error; undefined if the compiler found none. */
  readonly proof?: { readonly line: string; readonly error: string } | undefined;
  /** The second case of a oneof in a message that only servers write. */
  readonly isSecondCase?: boolean;
  /** Places where a program uses the element, such as `src/main.ts:12`; undefined without `--used-by`. */
  readonly usedAt?: readonly string[];
}

export type Cause = "api" | "generator";

/**
 * Joins the findings about one element into a change, and sorts the changes by step and place.
 *
 * @param unstable Packages to treat as unstable in addition to those with an unstable version.
 */
export function toChanges(
  findings: readonly Finding[],
  cause: Cause,
  unstable: readonly string[] = [],
): Change[] {
  const groups = groupBy(dropImplied(findings), ({ subject }) => subject.key);
  return [...groups.values()]
    .flatMap((group) => joinFindings(group, cause, unstable))
    .sort(compareByImportance);
}

/** Kinds of findings, the most important first. */
const order: readonly Difference["kind"][] = [
  "name",
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
  "proto-name",
  "presence",
  "default",
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
  "not-idempotent",
  "idempotent",
  "restored",
  "moved",
  "runtime",
  "copied-runtime",
];

/** Kinds that are not described beside another kind, because they follow from it. */
const implied: Partial<Record<Difference["kind"], readonly Difference["kind"][]>> = {
  renamed: ["removed", "added", "json-name"],
  reused: order,
  oneof: ["removed", "added", "retyped", "presence", "optional", "required"],
  removed: order,
  // Requests of the old version lack a new required field.
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

/** Kinds whose reasons are reported even if another kind implies them. */
const dataAtRisk: readonly Difference["kind"][] = ["wire-type", "number", "json-name"];

/** Returns no change if the findings only repeat other changes. */
function joinFindings(group: readonly Finding[], cause: Cause, unstable: readonly string[]): Change[] {
  const own = group.filter(({ isDuplicate }) => isDuplicate !== true);
  const candidates =
    own.length > 0
      ? own
      : group.filter(({ difference }) => difference.kind !== "added" && difference.kind !== "removed");
  const sorted = candidates.toSorted(
    (a, b) =>
      order.indexOf(a.difference.kind) - order.indexOf(b.difference.kind) ||
      countCovered(b) - countCovered(a),
  );
  const [first] = sorted;
  if (!first) return [];
  const covered = new Set(implied[first.difference.kind] ?? []);
  const listed = dropRepeated(sorted.filter((one) => one === first || !covered.has(one.difference.kind)));
  // Input types require a field that a rule requires, so existing calls without it no longer compile.
  const enforced = group.filter(
    ({ difference, isDuplicate }) => isDuplicate && difference.kind === "required",
  );
  const judged = [...sorted, ...(sorted.some(isNewlyRequired) ? enforced : [])];
  const step = greatestStep(judged.map((one) => judgeFinding(one).step));
  const isBreaking = step === "major";
  const decisive = judged.filter((one) => judgeFinding(one).step === step);
  const causes = decisive.filter((one) => listed.includes(one) || dataAtRisk.includes(one.difference.kind));
  const subject = [...own, ...group].find((one) => one.subject.entry !== undefined)?.subject ?? first.subject;
  return [
    {
      kind: findKind(first),
      step:
        isBreaking && isInUnstable({ ...subject, place: first.subject.place ?? subject.place }, unstable)
          ? "minor"
          : step,
      isBreaking,
      isCertain: decisive.some((one) => judgeFinding(one).isUncertain !== true),
      cause,
      subject: subject.title,
      role: first.subject.role,
      isNewlyRequired: listed.some(isNewlyRequired),
      sentences: unique(
        listed.map((one) => {
          const described = findDescribed(one, sorted);
          return describeFinding(
            { ...described, subject: { ...described.subject, title: subject.title } },
            one === first,
          );
        }),
      ),
      reasons: unique((causes.length > 0 ? causes : decisive).map((one) => judgeFinding(one).reason)),
      fixes: isBreaking ? unique(listed.flatMap((one) => findFix(one) ?? [])) : [],
      place: first.subject.place ?? subject.place,
      entry: subject.entry,
      types: findTypes(first),
      ...(sorted.some(isSecondCase) && { isSecondCase: true }),
      proof: isBreaking ? findProof(sorted) : undefined,
    },
  ];
}

/** Of a type that became another one of the same name, the proto type says what changed. */
function findDescribed(finding: Finding, group: readonly Finding[]): Finding {
  const { difference } = finding;
  if (difference.kind !== "retyped" || difference.before !== difference.after) return finding;
  return group.find((one) => one.difference.kind === "wire-type") ?? finding;
}

function isSecondCase({ difference }: Finding): boolean {
  return difference.kind === "added" && difference.second === "read";
}

function findProof(findings: readonly Finding[]): Change["proof"] {
  const [proof] = findings.flatMap((one) => one.proof ?? []);
  return proof && { line: proof.line, error: proof.error };
}

/** Returns the types before and after, if the finding is about a type. */
function findTypes({ difference }: Finding): Change["types"] {
  const isOfTypes =
    difference.kind === "retyped" || difference.kind === "called" || difference.kind === "result";
  return isOfTypes ? { before: difference.before, after: difference.after } : undefined;
}

/** Of two findings of one kind, the one that covers more elements is described. */
function countCovered({ difference }: Finding): number {
  return difference.kind === "added" || difference.kind === "removed" ? (difference.covers?.length ?? 0) : 0;
}

function toFactKey({ difference }: Finding): string {
  if (difference.kind === "name") return `name ${difference.before}`;
  if ("behavior" in difference) return `${difference.kind} ${difference.behavior}`;
  if (difference.kind === "rule") return `rule ${difference.before} ${difference.after}`;
  return "text" in difference && difference.kind !== "deprecated"
    ? `${difference.kind} ${difference.text}`
    : difference.kind;
}

/** Drops findings that repeat another. Surfaces and descriptors both report a deprecation, for example. */
function dropRepeated(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.toReversed().map((one) => [toFactKey(one), one])).values()].toReversed();
}

function findKind({ difference }: Finding): Change["kind"] {
  if (difference.kind === "added" || difference.kind === "alternative-added") return "added";
  if (difference.kind === "removed" || difference.kind === "alternative-removed") return "removed";
  return difference.kind === "deprecated" ? "deprecated" : "changed";
}

/** Sorts by step, the greatest first, then by place and subject, so that the order is stable. */
function compareByImportance(a: Change, b: Change): number {
  return (
    steps.indexOf(b.step) - steps.indexOf(a.step) ||
    compare(a.place?.file ?? "", b.place?.file ?? "") ||
    compare(a.subject, b.subject) ||
    compare(a.sentences.join(), b.sentences.join())
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
