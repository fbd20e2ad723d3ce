/**
 * The sections and their order in a report, for all formats. `text.ts` and `markdown.ts` print them.
 */
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { groupBy } from "../../kit/group-by.js";
import type { DeployOrder } from "../verdict/deploy-order.js";
import { harmless } from "../verdict/verdict.js";

/** A section of a report. */
export interface Section {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Sorts changes into sections: breaking, new, changed, deprecated, and at the end those that the generator caused. */
export function toSections(changes: readonly Change[]): Section[] {
  const api = changes.filter(({ cause }) => cause === "api");
  const rest = api.filter(
    (one) => one.step !== "major" && !isInUnstablePackage(one) && one.isSecondCase !== true,
  );
  const sorted = (sort: Change["kind"]): Change[] => rest.filter((one) => one.kind === sort);
  const sections = [
    { title: "Breaking", changes: api.filter(({ step }) => step === "major") },
    { title: "Breaking in unstable packages", changes: api.filter(isInUnstablePackage) },
    {
      title: "Second cases of oneofs that had one",
      changes: api.filter(
        (one) => one.isSecondCase === true && one.step !== "major" && !isInUnstablePackage(one),
      ),
    },
    { title: "New", changes: sorted("added") },
    { title: "Changed", changes: [...sorted("changed"), ...sorted("removed")] },
    { title: "Deprecated", changes: sorted("deprecated") },
    {
      title: "Caused by the generator, not by the API",
      changes: changes.filter(({ cause }) => cause === "generator"),
    },
  ];
  return sections.filter((section) => section.changes.length > 0);
}

function isInUnstablePackage({ isBreaking, step }: Change): boolean {
  return isBreaking && step !== "major";
}

/** The order of deployment, as sentences without full stops. */
export const deployOrderTexts: Readonly<Record<DeployOrder, string>> = {
  any: "Deploy servers and clients in any order",
  "servers-first": "Deploy servers first, because new clients may use new features",
  "clients-first": "Deploy clients first, because new servers reject or lack what old clients use",
  "in-steps": "Deploy servers that accept both forms, then clients, then servers that drop the old form",
  none: "No order of deployment is safe: servers and clients of different versions are incompatible",
};

/** States that nothing changed, for users or for one program. */
export function nothingChanged(program: string | undefined): string {
  return program === undefined ? "Nothing changed for users." : "Nothing that this program uses has changed.";
}

/** Returns whether the order of deployment concerns the readers of a report. It does not if their program is not affected. */
export function isOrderWanted({ program, step }: Pick<Diff, "program" | "step">): boolean {
  return program === undefined || step !== undefined;
}

/** Changes with the same step and reasons, which a report prints under one heading. */
export interface Group {
  readonly reasons: readonly string[];
  /** The report prints the reasons. It does not for harmless additions. */
  readonly isExplained: boolean;
  readonly changes: readonly Change[];
}

/** Groups changes by step and reasons, in the order of the first change. */
export function groupByReason(changes: readonly Change[]): Group[] {
  const groups = groupBy(changes, ({ step, reasons }) => `${step} ${reasons.join(". ")}`);
  return [...groups.values()].map((changes) => {
    const reasons = changes[0]?.reasons ?? [];
    return { reasons, isExplained: !reasons.includes(harmless.reason), changes };
  });
}

/** Changes with the same fix. */
export interface Task {
  readonly fixes: readonly string[];
  readonly changes: readonly Change[];
}

/** Groups changes by fix, in the order of the first change. */
export function groupByFix(changes: readonly Change[]): Task[] {
  const tasks = groupBy(changes, ({ fixes }) => fixes.join(". "));
  return [...tasks.values()].map((list) => ({ fixes: list[0]?.fixes ?? [], changes: list }));
}

/** An item of a report: a change, or several members of one type that were added or removed for the same reason. */
export interface Entry {
  /** Sentences with full stops. */
  readonly text: string;
  readonly kind: Change["kind"];
  readonly step: Change["step"];
  readonly place: string;
  /** Places where a program uses it, as text; empty without `--used-by`. */
  readonly usedAt: string;
  readonly subject: string;
  /** A line that no longer compiles, and the compiler's error. */
  readonly proof: Change["proof"];
  /** The change, or the first of several. */
  readonly change: Change;
  /** The type before and after, if it is about a type. */
  readonly types: Change["types"];
  /** File and line of the proto, if the line is known. */
  readonly line: string;
}

/**
 * Makes entries of changes. Added or removed fields and values of one type become one entry, as do types of one file.
 */
export function toEntries(changes: readonly Change[]): Entry[] {
  const entries = groupBy(changes, (change) => toBundleKey(change) ?? change);
  return [...entries.values()].flatMap((list): Entry[] => {
    const [first, ...more] = list;
    if (!first) return [];
    const { kind, step } = first;
    const repeated = toMemberSentence(first);
    if (repeated !== undefined && list.length >= minRepeated)
      return [toRepeatedEntry(first, repeated, list.length)];
    if (repeated !== undefined || more.length === 0) return list.map(toEntry);
    const owner = isMember(first) ? findOwner(first) : "";
    const names = list.map(({ subject }) => `\`${subject.slice(owner === "" ? 0 : owner.length + 1)}\``);
    const last = names.pop() ?? "";
    const whose = owner === "" ? "" : `\`${owner}\`: `;
    const text = `${whose}${names.join(", ")} and ${last} ${kind === "added" ? "are new" : "were removed"}.`;
    const place = first.place?.file ?? "";
    return [
      {
        text,
        kind,
        step,
        place,
        usedAt: "",
        subject: owner,
        proof: first.proof,
        change: first,
        types: undefined,
        line: "",
      },
    ];
  });
}

function toEntry(change: Change): Entry {
  const { kind, step, sentences, subject, types, proof } = change;
  const text = `${sentences.join(". ")}.`;
  const [place, usedAt, line] = [formatPlace(change), formatUses(change), formatLine(change)];
  return { text, kind, step, place, usedAt, subject, proof, change, types, line };
}

/** From this number of types on, a change of a member that all of them have is one entry. */
const minRepeated = 4;

/** Returns the sentence about a member without its type; undefined for additions, removals and elements of the API. */
function toMemberSentence({ kind, role, subject, sentences }: Change): string | undefined {
  const [sentence = "", ...more] = sentences;
  const member = subject.slice(subject.lastIndexOf(".") + 1);
  const isOther = kind === "added" || kind === "removed" || role !== "member" || member === subject;
  if (isOther || more.length > 0) return undefined;
  const text = sentence.replaceAll(`\`${subject}\``, `\`${member}\``);
  return text === sentence ? undefined : text;
}

function toRepeatedEntry(change: Change, sentence: string, count: number): Entry {
  const text = `${sentence.replace(/^(.*?`[^`]*`)/, `$1 of ${count} types`)}.`;
  return { ...toEntry(change), text, subject: "", place: change.place?.file ?? "", line: "" };
}

/** Returns a key that changes of one entry share; undefined for a change with a separate entry. */
function toBundleKey(change: Change): string | undefined {
  const { kind, sentences, role, place, usedAt } = change;
  // Each change lists the places in the program.
  if (usedAt !== undefined) return undefined;
  const repeated = toMemberSentence(change);
  if (repeated !== undefined) return `${kind} ${change.step} ${repeated}`;
  if (
    (kind !== "added" && kind !== "removed") ||
    sentences.length > 1 ||
    sentences[0]?.includes(", ") === true
  )
    return undefined;
  if (isMember(change)) return `${kind} ${place?.file ?? ""} ${findOwner(change)}`;
  return role === "message" || role === "enum" || role === "name"
    ? `${kind} ${place?.file ?? ""}`
    : undefined;
}

function isMember({ role }: Change): boolean {
  return ["field", "case", "oneof", "value"].includes(role);
}

function findOwner({ subject }: Change): string {
  return subject.slice(0, Math.max(0, subject.lastIndexOf(".")));
}

/** Maximum number of places in a program that a report lists. */
const maxUses = 8;

function formatUses({ usedAt = [] }: Change): string {
  const shown = usedAt.slice(0, maxUses).join(", ");
  return usedAt.length > maxUses ? `${shown} and ${usedAt.length - maxUses} more` : shown;
}

function formatLine({ place }: Change): string {
  return place?.line === undefined ? "" : `${place.file}:${place.line}`;
}

/** Returns `acme/v1/disk.proto, field acme.v1.Disk.size`. */
export function formatPlace({ place }: Change): string {
  if (!place) return "";
  const at = place.line === undefined ? place.file : `${place.file}:${place.line}`;
  return place.element === "" ? at : `${at}, ${place.element}`;
}
