/**
 * The report on a comparison. Its order and its parts are decided here, once for all formats; `text.ts`, `markdown.ts`
 * and `json.ts` print them.
 */
import type { Change } from "../change.js";
import { groupBy } from "../../kit/group-by.js";
import type { RollOut } from "../verdict/roll-out.js";
import { harmless } from "../verdict/verdict.js";

/** A part of a report. */
export interface Section {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** The changes as a reader wants them: what breaks, then what is new, changed, deprecated; the generator's at the end. */
export function sectionsOf(changes: readonly Change[]): Section[] {
  const api = changes.filter(({ cause }) => cause === "api");
  const rest = api.filter((one) => one.step !== "major" && !isExcused(one));
  const sorted = (sort: Change["sort"]): Change[] => rest.filter((one) => one.sort === sort);
  const sections = [
    { title: "Breaking", changes: api.filter(({ step }) => step === "major") },
    { title: "Breaking in packages that are not stable", changes: api.filter(isExcused) },
    { title: "New", changes: sorted("added") },
    { title: "Changed", changes: [...sorted("changed"), ...sorted("removed")] },
    { title: "Deprecated", changes: sorted("deprecated") },
    {
      title: "By the generator, not by the API",
      changes: changes.filter(({ cause }) => cause === "generator"),
    },
  ];
  return sections.filter((section) => section.changes.length > 0);
}

function isExcused({ isBreaking, step }: Change): boolean {
  return isBreaking && step !== "major";
}

/** The order in which servers and clients take the version, as sentences without a full stop. */
export const rollOutTexts: Readonly<Record<RollOut, string>> = {
  any: "Roll out servers and clients in any order",
  "servers-first": "Roll out servers first: clients may use what is new",
  "clients-first": "Roll out clients first: servers refuse or lack what they use",
  "in-steps": "Roll out servers that take both, then clients, then servers without what goes",
  none: "No order of roll-out is safe: servers and clients of two versions do not understand each other",
};

/** Changes that ask the same for the same reason, under one heading: a report says it once. */
export interface Group {
  readonly reasons: readonly string[];
  /** The reasons say more than that something is there. */
  readonly isExplained: boolean;
  readonly changes: readonly Change[];
}

/** Groups by reason, in the order in which reasons first come. */
export function groupsOf(changes: readonly Change[]): Group[] {
  const groups = groupBy(changes, ({ step, reasons }) => `${step} ${reasons.join(". ")}`);
  return [...groups.values()].map((changes) => {
    const reasons = changes[0]?.reasons ?? [];
    return { reasons, isExplained: !reasons.includes(harmless.reason), changes };
  });
}

/** Changes after which the same is to be done. */
export interface Task {
  readonly instead: readonly string[];
  readonly changes: readonly Change[];
}

/** Groups by what is to be done, in the order in which it first comes. */
export function tasksOf(changes: readonly Change[]): Task[] {
  const tasks = groupBy(changes, ({ instead }) => instead.join(". "));
  return [...tasks.values()].map((list) => ({ instead: list[0]?.instead ?? [], changes: list }));
}

/** What a report says in one go: a change, or several members of one type that came or went for the same reason. */
export interface Entry {
  /** Sentences, each with its full stop. */
  readonly text: string;
  readonly sort: Change["sort"];
  readonly step: Change["step"];
  readonly place: string;
  /** Where a program has it, in words; empty if no program was named. */
  readonly uses: string;
  readonly subject: string;
  /** A line that does not compile any more, and what the compiler says. */
  readonly proof: Change["proof"];
  /** The change, or the first of several. */
  readonly change: Change;
  /** The type before and after, if it is about a type. */
  readonly forms: Change["forms"];
  /** File and line of the proto, if the line is known. */
  readonly line: string;
}

/**
 * Entries of changes. Fields and values that are new or gone are told together by their type, and types by their
 * file.
 */
export function entriesOf(changes: readonly Change[]): Entry[] {
  const entries = groupBy(changes, (change) => bundleKey(change) ?? change);
  return [...entries.values()].flatMap((list): Entry[] => {
    const [first, ...more] = list;
    if (!first) return [];
    const { sort, step } = first;
    if (more.length === 0) {
      const text = `${first.words.join(". ")}.`;
      const { subject, forms, proof } = first;
      const [place, uses, line] = [placeOf(first), usesOf(first), lineOf(first)];
      return [{ text, sort, step, place, uses, subject, proof, change: first, forms, line }];
    }
    const owner = isMember(first) ? ownerName(first) : "";
    const names = list.map(({ subject }) => `\`${subject.slice(owner === "" ? 0 : owner.length + 1)}\``);
    const last = names.pop() ?? "";
    const whose = owner === "" ? "" : `\`${owner}\`: `;
    const text = `${whose}${names.join(", ")} and ${last} are ${sort === "added" ? "new" : "gone"}.`;
    const place = first.place?.file ?? "";
    return [
      {
        text,
        sort,
        step,
        place,
        uses: "",
        subject: owner,
        proof: first.proof,
        change: first,
        forms: undefined,
        line: "",
      },
    ];
  });
}

/** What tells changes that are told together; undefined for one that is told alone. */
function bundleKey(change: Change): string | undefined {
  const { sort, words, role, place, uses } = change;
  // Each has its own lines.
  if (uses !== undefined) return undefined;
  if ((sort !== "added" && sort !== "removed") || words.length > 1 || words[0]?.includes(", ") === true)
    return undefined;
  if (isMember(change)) return `${sort} ${place?.file ?? ""} ${ownerName(change)}`;
  return role === "message" || role === "enum" || role === "name"
    ? `${sort} ${place?.file ?? ""}`
    : undefined;
}

function isMember({ role }: Change): boolean {
  return ["field", "case", "oneof", "value"].includes(role);
}

function ownerName({ subject }: Change): string {
  return subject.slice(0, Math.max(0, subject.lastIndexOf(".")));
}

/** More places than this are looked for by an editor. */
const maxUses = 8;

function usesOf({ uses = [] }: Change): string {
  const shown = uses.slice(0, maxUses).join(", ");
  return uses.length > maxUses ? `${shown} and ${uses.length - maxUses} more` : shown;
}

function lineOf({ place }: Change): string {
  return place?.line === undefined ? "" : `${place.file}:${place.line}`;
}

/** `acme/v1/disk.proto, field acme.v1.Disk.size` */
export function placeOf({ place }: Change): string {
  if (!place) return "";
  const at = place.line === undefined ? place.file : `${place.file}:${place.line}`;
  return place.element === "" ? at : `${at}, ${place.element}`;
}
