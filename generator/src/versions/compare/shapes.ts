import type { Use, What } from "../finding/finding.js";
import type { Alternative, Member, Shape, Signature } from "../../surface/surface.js";
import { deprecation } from "./deprecation.js";

/** A difference inside of a type. */
export interface Difference {
  /** Members that lead to it, from the outside. */
  readonly path: readonly Member[];
  /** The case of a oneof that it is about. */
  readonly key?: string;
  readonly what: What;
}

/** What differs between two types as they are written. */
export function compareShapes(before: Shape, after: Shape, use: Use): Difference[] {
  if (before.kind === "object" && after.kind === "object")
    return compareMembers(before.members, after.members, use);
  if (before.kind === "union" && after.kind === "union") return compareUnions(before, after, use);
  if (before.text === after.text) return [];
  if (before.kind === "function" && after.kind === "function")
    return compareCalls(before.signatures, after.signatures);
  return [retyped(before, after, use)];
}

function retyped(before: Shape, after: Shape, use: Use): Difference {
  const takesMore =
    // Options of a REST operation that had no parameters, and has some that may be left out.
    (before.text === "CallOptions" && /^OptionsWith<[\w$]+>$/.test(after.text)) ||
    // What asks for an object and something beside it takes less than what asks for the object.
    (before.kind === "object" && before.members.some(({ name }) => name === `& ${after.text}`)) ||
    (after.kind === "union" && after.arms.some(({ shape }) => shape.text === before.text)) ||
    (after.kind === "object" &&
      after.members.some(({ name }) => name === `& ${before.text}`) &&
      after.members.every(({ name, isOptional }) => isOptional || name === `& ${before.text}`));
  const givesLess =
    (before.kind === "union" && before.arms.some(({ shape }) => shape.text === after.text)) ||
    after.text.startsWith(`${before.text} & `) ||
    // What was not known is.
    before.text === after.text.replace(/<[\w$]+>$/, "<unknown>") ||
    [asCall, withoutParts].some((plain) => plain(after.text) === before.text);
  const way =
    use === "made" && takesMore ? "takes-more" : use === "read" && givesLess ? "gives-less" : "other";
  return { path: [], what: { kind: "retyped", before: before.text, after: after.text, way } };
}

/** A call that gives pages is a call. */
function asCall(text: string): string {
  return text.replace(/^ListCall<.*, (ResourcePage<[\w$]+>|[\w$]+)>$/, "Call<$1>");
}

/** A resource is the message with parts that are always there. */
function withoutParts(text: string): string {
  return asCall(text).replaceAll(/\bResource(?:Page)?<([\w$]+)>/g, "$1");
}

function compareMembers(before: readonly Member[], after: readonly Member[], use: Use): Difference[] {
  const now = new Map(after.map((member) => [member.name, member]));
  const old = new Set(before.map(({ name }) => name));
  return [
    ...before.flatMap((member): Difference[] => {
      const other = now.get(member.name);
      if (!other) return [{ path: [member], what: { kind: "removed" } }];
      return compareMember(member, other, use).map((one) => ({ ...one, path: [member, ...one.path] }));
    }),
    ...after.flatMap((member): Difference[] =>
      old.has(member.name)
        ? []
        : [{ path: [member], what: { kind: "added", use, isRequired: !member.isOptional } }],
    ),
  ];
}

function compareMember(before: Member, after: Member, use: Use): Difference[] {
  const found: What[] = deprecation(before.note.deprecated, after.note.deprecated);
  if (before.isOptional !== after.isOptional)
    found.push({ kind: after.isOptional ? "optional" : "required", use });
  if (!before.isReadonly && after.isReadonly)
    found.push({
      kind: "retyped",
      before: before.shape.text,
      after: `readonly ${after.shape.text}`,
      way: "other",
    });
  return [...found.map((what) => ({ path: [], what })), ...compareShapes(before.shape, after.shape, use)];
}

type Union = Shape & { readonly kind: "union" };

/** Cases of a oneof and literals are compared one by one; of the rest, one type with one other. */
function compareUnions(before: Union, after: Union, use: Use): Difference[] {
  const [oldRest, newRest] = [before, after].map(({ arms }) => arms.filter((arm) => !isAlternative(arm)));
  const rest = compareRest(oldRest ?? [], newRest ?? [], use);
  if (!rest) return [retyped(before, after, use)];
  const now = new Map(after.arms.filter(isAlternative).map((arm) => [arm.key, arm]));
  const old = new Map(before.arms.filter(isAlternative).map((arm) => [arm.key, arm]));
  return [
    ...rest,
    ...[...old].flatMap(([key, arm]): Difference[] => {
      const other = now.get(key);
      if (!other) return [alternative(arm, "removed", use)];
      if (!arm.isCase) return [];
      return [
        ...deprecation(arm.note.deprecated, other.note.deprecated).map((what) => ({ path: [], what, key })),
        ...compareShapes(arm.shape, other.shape, use).map((one) => ({ ...one, path: [], key })),
      ];
    }),
    ...[...now].flatMap(([key, arm]) => (old.has(key) ? [] : [alternative(arm, "added", use)])),
  ];
}

function isAlternative({ isCase, key }: Alternative): boolean {
  return isCase || /^(["'`].*["'`]|-?\d[\d.]*)$/.test(key);
}

function alternative({ isCase, key }: Alternative, kind: "added" | "removed", use: Use): Difference {
  if (!isCase) return { path: [], what: { kind: `alternative-${kind}`, text: key, use } };
  return { path: [], key, what: kind === "added" ? { kind, use } : { kind } };
}

function armKeys(arms: readonly Alternative[]): string {
  return arms
    .map(({ key }) => key)
    .sort()
    .join("|");
}

/** Undefined where the rests are different types. */
function compareRest(
  before: readonly Alternative[],
  after: readonly Alternative[],
  use: Use,
): Difference[] | undefined {
  if (armKeys(before) === armKeys(after)) return [];
  const objects = [before, after].map((arms) => arms.filter(({ shape }) => shape.kind === "object"));
  const [[a, ...moreA] = [], [b, ...moreB] = []] = objects;
  const others = (arms: readonly Alternative[], one: Alternative | undefined): string =>
    armKeys(arms.filter((arm) => arm !== one));
  if (!a || !b || moreA.length + moreB.length > 0 || others(before, a) !== others(after, b)) return undefined;
  return compareShapes(a.shape, b.shape, use);
}

function signatureTexts(signatures: readonly Signature[]): string {
  return signatures.map(({ text }) => text).join("; ");
}

/** Ways to call something. Where one is left for each that there was, nothing breaks. */
function compareCalls(before: readonly Signature[], after: readonly Signature[]): Difference[] {
  const [old, ...moreOld] = before;
  const [now, ...moreNow] = after;
  const called = (isBreaking: boolean): Difference => ({
    path: [],
    what: { kind: "called", before: signatureTexts(before), after: signatureTexts(after), isBreaking },
  });
  if (!old || !now || moreOld.length > 0 || moreNow.length > 0) {
    return [called(before.some((one) => !after.some((other) => isTaken(one, other))))];
  }
  return compareCall(old, now) ?? [called(true)];
}

/** Whether what was called one way may be called the other way. */
function isTaken(before: Signature, after: Signature): boolean {
  const found = before.text === after.text ? [] : compareCall(before, after);
  return (
    found?.every(({ what }) =>
      what.kind === "retyped" ? what.way !== "other" : what.kind === "called" && !what.isBreaking,
    ) === true
  );
}

/** Undefined where callers have to change. */
function compareCall(before: Signature, after: Signature): Difference[] | undefined {
  if (before.head !== after.head || after.parameters.length < before.parameters.length) return undefined;
  const found: Difference[] = [];
  for (const [index, parameter] of after.parameters.entries()) {
    const old = before.parameters[index];
    if (!old && !parameter.isOptional) return undefined;
    if (old?.isOptional === true && !parameter.isOptional) return undefined;
    if (!old)
      found.push({
        path: [],
        what: { kind: "called", before: before.text, after: after.text, isBreaking: false },
      });
    else {
      const member: Member = { ...parameter, kind: "property", isStatic: false, isReadonly: false, note: {} };
      const inside = compareShapes(old.shape, parameter.shape, "made");
      if (
        inside.some(({ path, what }) => path.length === 0 && what.kind === "retyped" && what.way === "other")
      )
        return undefined;
      found.push(...inside.map((one) => ({ ...one, path: [member, ...one.path] })));
    }
  }
  const results = compareShapes(before.returns, after.returns, "read");
  if (results.some(({ path, what }) => path.length === 0 && what.kind === "retyped" && what.way === "other"))
    return [
      ...found,
      { path: [], what: { kind: "result", before: before.returns.text, after: after.returns.text } },
    ];
  return [...found, ...results];
}
