/** Combines the differences between the texts of two declarations with what the compiler found out about them. */
import type { Break, Judgement } from "../judge/judge.js";
import type { Declared, Member, Shape } from "../../surface/surface.js";
import { judgeFinding } from "../verdict/verdict.js";
import { headKey } from "../judge/reverse-probes.js";
import { toCaseKey } from "../judge/type-parts.js";
import type { ShapeDifference } from "./shapes.js";

/** The two declarations of a name. */
interface Declarations {
  readonly old: Declared;
  readonly now: Declared;
  /**
   * A minor version may add alternatives: the type describes data of the API (AIP-180), or programs only pass its values.
   */
  readonly mayGrow: boolean;
  /** Names in the same texts stand for other declarations than before. */
  readonly refersElsewhere: boolean;
}

/**
 * Drops differences that no program can notice, marks those that break none, and adds breaks that the texts do not show.
 * Without a judgement, the texts decide.
 */
export function confirmDifferences(
  found: readonly ShapeDifference[],
  declarations: Declarations,
  judgement: Judgement | undefined,
): ShapeDifference[] {
  if (!judgement) return [...found];
  const keyed = found.map((one) => ({ one, key: toKey(one, declarations) }));
  const confirmed = keyed.flatMap(({ one, key }) => confirm(one, key, declarations, judgement));
  const hasHead = found.some(({ difference }) => "isDeclaration" in difference);
  const keys = new Set([...keyed.map(({ key }) => key), ...(hasHead ? ["constructor"] : [])]);
  return [
    ...raiseBreaking(confirmed, declarations, judgement),
    ...[...judgement.breaks].flatMap(([key, broken]) => {
      if (keys.has(key) || keys.has(key.split(" ")[0] ?? "")) return [];
      const isOwn = key === "" || (!declarations.refersElsewhere && isEqualMember(key, declarations));
      // A member with the same text can only break because of the declaration around it.
      if (isOwn && key !== "" && !hasHead) return [];
      return [describeBreak(isOwn ? "" : key, broken, declarations, judgement)];
    }),
  ];
}

/** Returns the member that a difference is about; empty for the declaration as a whole. */
function toKey({ path }: ShapeDifference, { old, now }: Declarations): string {
  const isCalled = [old, now].some(({ value }) => value?.shape.kind === "function");
  return isCalled ? "" : (path[0]?.name ?? "");
}

function confirm(
  one: ShapeDifference,
  key: string,
  { old, now }: Declarations,
  { breaks, same, oldMembers, isConstructedAlike }: Judgement,
): ShapeDifference[] {
  const { difference, path } = one;
  const isDeclaration = "isDeclaration" in difference;
  const proof = breaks.get(key) ?? (isDeclaration ? breaks.get("constructor") : undefined);
  if (path[0]?.name.startsWith("protected ")) return [one];
  // Cases of oneofs are compared one by one, and a new one may break programs that handle all of them.
  if (one.key !== undefined) {
    const own = breaks.get(toCaseKey(key, one.key)) ?? (difference.kind === "added" ? proof : undefined);
    return [own ? { ...one, proof: own } : one];
  }
  switch (difference.kind) {
    case "deprecated":
    case "restored":
      return [one];
    case "added":
      // The old type inherited the member.
      if (path.length === 1 && (oldMembers.has(key) || (key === "constructor" && same.has(key)))) return [];
      return proof ? [{ ...one, proof }] : [{ ...one, compiles: true }];
    case "removed":
      if (proof) return [{ ...one, proof }];
      return path.length === 1 ? [] : [{ ...one, compiles: true }];
    case "optional":
    case "required":
      return proof ? [{ ...one, proof }] : [{ ...one, compiles: true }];
    default:
      if (proof) return [{ ...one, proof }];
      if (isUntried(one, old, now)) return [one];
      // A union of objects accepts literals that none of its alternatives accepted alone.
      if (path.length === 0 && old.type?.shape.kind === "object" && now.type?.shape.kind === "union")
        return [{ ...one, compiles: true }];
      // Breaks of members say more than the text of the whole declaration.
      if (path.length === 0 && breaks.size > 0) return [];
      return same.has(isDeclaration && old.type ? headKey : key) &&
        (isDeclaration ? isConstructedAlike && !old.value === !now.value : !isMoreOpen(one))
        ? []
        : [{ ...one, compiles: true }];
  }
}

/** Returns whether a change breaks programs that the compiler did not try: imports of the class, or of its subclasses. */
function isUntried({ difference }: ShapeDifference, old: Declared, now: Declared): boolean {
  if (difference.kind === "result") return difference.before === "this";
  return old.type?.kind === "class" && now.type?.kind === "class" && old.value !== undefined && !now.value;
}

/** Returns whether programs can do more with a member than types show: assign to it, or omit arguments. */
function isMoreOpen({ difference }: ShapeDifference): boolean {
  if (difference.kind === "called")
    return countOptional(difference.before) !== countOptional(difference.after);
  return difference.kind === "retyped" && difference.before === `readonly ${difference.after}`;
}

function countOptional(signatures: string): number {
  return [...signatures.matchAll(/\?: /g)].length;
}

/** Makes one difference of each broken member breaking, if none is by its text. */
function raiseBreaking(
  found: readonly ShapeDifference[],
  declarations: Declarations,
  judgement: Judgement,
): ShapeDifference[] {
  const { breaks } = judgement;
  const raised = new Set<string>();
  for (const [key] of breaks) {
    const own = found.filter((one) => toKey(one, declarations) === key && one.proof);
    const isGrowth = own.every(
      ({ difference, key: oneofCase }) =>
        difference.kind === "alternative-added" || (oneofCase !== undefined && difference.kind === "added"),
    );
    if (own.length > 0 && !own.some(isBreaking) && !(isGrowth && declarations.mayGrow)) raised.add(key);
  }
  return found.map((one) => {
    const key = toKey(one, declarations);
    const broken = breaks.get(key);
    if (!raised.has(key) || !broken || !one.proof) return one;
    raised.delete(key);
    return describeBreak(key, broken, declarations, judgement);
  });
}

function isBreaking({ difference, compiles }: ShapeDifference): boolean {
  const subject = { key: "", title: "", role: "member", place: undefined } as const;
  return compiles !== true && judgeFinding({ subject, difference }).step === "major";
}

/** Describes a break that the texts do not show, or call harmless. */
function describeBreak(
  key: string,
  broken: Break,
  { old, now }: Declarations,
  { oldMembers }: Judgement,
): ShapeDifference {
  const [before, after] = [findMember(old, key), findMember(now, key)];
  const member = before ?? after ?? toMember(key);
  const path = key === "" ? [] : [member];
  if (broken.isRemoved && key !== "") return { path, difference: { kind: "removed" }, proof: broken };
  const isAdded = key !== "" && key !== "constructor" && !before && !oldMembers.has(key);
  if (isAdded) return { path, difference: { kind: "added", use: "both", isRequired: true }, proof: broken };
  const [was, is] = [
    [old, before],
    [now, after],
  ].map(([declared, one]) => formatMember(declared as Declared, one as Member | undefined, key));
  const difference = { kind: "retyped", before: was ?? "", after: is ?? "", direction: "other" } as const;
  return { path, difference, proof: broken };
}

function formatMember(declared: Declared, member: Member | undefined, key: string): string {
  if (member) return `${member.isReadonly ? "readonly " : ""}${member.shape.text}`;
  return key === "" ? [declared.type?.head, toShape(declared)?.text].filter(Boolean).join(" ") : "";
}

function toShape({ type, value }: Declared): Shape | undefined {
  return (type ?? value)?.shape;
}

/** A member that the declaration itself does not have, because it inherits it. */
function toMember(name: string): Member {
  const flags = { isStatic: false, isOptional: false, isReadonly: false };
  return { name, kind: "property", ...flags, note: {}, shape: { kind: "text", text: "" } };
}

function findMember({ type, value }: Declared, key: string): Member | undefined {
  return [type, value]
    .flatMap((one) => (one?.shape.kind === "object" ? one.shape.members : []))
    .find(({ name }) => name === key);
}

function isEqualMember(key: string, { old, now }: Declarations): boolean {
  const [before, after] = [findMember(old, key), findMember(now, key)];
  const isLiteral = before?.kind !== "value" || /^[-"'\d]/.test(before.shape.text);
  return before !== undefined && isLiteral && before.shape.text === after?.shape.text;
}
