import type { Use, Difference } from "../finding/finding.js";
import type { Alternative, Member, Shape, Signature } from "../../surface/surface.js";
import type { Break } from "../judge/judge.js";
import { compareDeprecation } from "./deprecation.js";

/** A difference inside a type. */
export interface ShapeDifference {
  /** The members that lead to it, the outermost first. */
  readonly path: readonly Member[];
  /** The case of a oneof that the difference is about. */
  readonly key?: string;
  readonly difference: Difference;
  /** A line that no longer compiles. */
  readonly proof?: Break;
  /** The compiler found no use that no longer compiles. */
  readonly compiles?: boolean;
}

/** Compares two types by their text. */
export function compareShapes(before: Shape, after: Shape, use: Use): ShapeDifference[] {
  if (before.kind === "object" && after.kind === "object")
    return compareMembers(before.members, after.members, use);
  if (before.kind === "union" && after.kind === "union") return compareUnions(before, after, use);
  if (before.text === after.text) return [];
  if (before.kind === "function" && after.kind === "function")
    return compareCalls(before.signatures, after.signatures);
  return [compareTypes(before, after, use)];
}

function compareTypes(before: Shape, after: Shape, use: Use): ShapeDifference {
  const takesMore =
    // The options of a REST operation that had no parameters and now has optional ones.
    (before.text === "CallOptions" && /^OptionsWith<[\w$]+>$/.test(after.text)) ||
    // An intersection of an object with another type accepts less than the object alone.
    (before.kind === "object" && before.members.some(({ name }) => name === `& ${after.text}`)) ||
    (after.kind === "union" && after.arms.some(({ shape }) => shape.text === before.text)) ||
    (after.kind === "object" &&
      after.members.some(({ name }) => name === `& ${before.text}`) &&
      after.members.every(({ name, isOptional }) => isOptional || name === `& ${before.text}`));
  const givesLess =
    (before.kind === "union" && before.arms.some(({ shape }) => shape.text === after.text)) ||
    after.text.startsWith(`${before.text} & `) ||
    // The type parameter was `unknown`.
    before.text === after.text.replace(/<[\w$]+>$/, "<unknown>") ||
    [toPlainCall, toPlainTypes].some((plain) => plain(after.text) === before.text);
  const direction =
    use === "made" && takesMore ? "takes-more" : use === "read" && givesLess ? "gives-less" : "other";
  return { path: [], difference: { kind: "retyped", before: before.text, after: after.text, direction } };
}

/** Treats a call that returns pages as a plain call. */
function toPlainCall(text: string): string {
  return text.replace(/^ListCall<.*, (ResourcePage<[\w$]+>|[\w$]+)>$/, "Call<$1>");
}

/** Treats a resource as its message, of which it only has more members that are always set. */
function toPlainTypes(text: string): string {
  return toPlainCall(text).replaceAll(/\bResource(?:Page)?<([\w$]+)>/g, "$1");
}

function compareMembers(before: readonly Member[], after: readonly Member[], use: Use): ShapeDifference[] {
  const now = new Map(after.map((member) => [member.name, member]));
  const old = new Set(before.map(({ name }) => name));
  return [
    ...before.flatMap((member): ShapeDifference[] => {
      // A protected member may become public.
      const other = now.get(member.name) ?? now.get(member.name.replace(/^protected /, ""));
      if (!other) return [{ path: [member], difference: { kind: "removed" } }];
      return compareMember(member, other, use).map((one) => ({ ...one, path: [member, ...one.path] }));
    }),
    ...after.flatMap((member): ShapeDifference[] =>
      old.has(member.name)
        ? []
        : [{ path: [member], difference: { kind: "added", use, isRequired: !member.isOptional } }],
    ),
  ];
}

function compareMember(before: Member, after: Member, use: Use): ShapeDifference[] {
  const found: Difference[] = compareDeprecation(before.note.deprecated, after.note.deprecated);
  if (before.isOptional !== after.isOptional)
    found.push({ kind: after.isOptional ? "optional" : "required", use });
  if (before.isReadonly !== after.isReadonly && before.kind !== "value") {
    const [old, now] = [before, after].map(
      ({ isReadonly, shape }) => `${isReadonly ? "readonly " : ""}${shape.text}`,
    );
    const direction = after.isReadonly ? "other" : "takes-more";
    found.push({ kind: "retyped", before: old ?? "", after: now ?? "", direction });
  }
  return [
    ...found.map((difference) => ({ path: [], difference })),
    ...compareShapes(before.shape, after.shape, use),
  ];
}

type Union = Shape & { readonly kind: "union" };

/** Compares the cases of a oneof and literals one by one, and of the other types one with one. */
function compareUnions(before: Union, after: Union, use: Use): ShapeDifference[] {
  const [oldRest, newRest] = [before, after].map(({ arms }) => arms.filter((arm) => !isAlternative(arm)));
  const rest = compareRest(oldRest ?? [], newRest ?? [], use);
  if (!rest) return [compareTypes(before, after, use)];
  const now = new Map(after.arms.filter(isAlternative).map((arm) => [arm.key, arm]));
  const old = new Map(before.arms.filter(isAlternative).map((arm) => [arm.key, arm]));
  return [
    ...rest,
    ...[...old].flatMap(([key, arm]): ShapeDifference[] => {
      const other = now.get(key);
      if (!other) return [describeAlternative(arm, "removed", use)];
      if (!arm.isCase) return [];
      return [
        ...compareDeprecation(arm.note.deprecated, other.note.deprecated).map((difference) => ({
          path: [],
          difference,
          key,
        })),
        ...compareShapes(arm.shape, other.shape, use).map((one) => ({ ...one, path: [], key })),
      ];
    }),
    ...[...now].flatMap(([key, arm]) => (old.has(key) ? [] : [describeAlternative(arm, "added", use)])),
  ];
}

function isAlternative({ isCase, key }: Alternative): boolean {
  return isCase || /^(["'`].*["'`]|-?\d[\d.]*)$/.test(key);
}

function describeAlternative(
  { isCase, key }: Alternative,
  kind: "added" | "removed",
  use: Use,
): ShapeDifference {
  if (!isCase) return { path: [], difference: { kind: `alternative-${kind}`, text: key, use } };
  return { path: [], key, difference: kind === "added" ? { kind, use } : { kind } };
}

function formatArmKeys(arms: readonly Alternative[]): string {
  return arms
    .map(({ key }) => key)
    .sort()
    .join("|");
}

/** Returns undefined if the remaining types differ. */
function compareRest(
  before: readonly Alternative[],
  after: readonly Alternative[],
  use: Use,
): ShapeDifference[] | undefined {
  if (formatArmKeys(before) === formatArmKeys(after)) return [];
  const objects = [before, after].map((arms) => arms.filter(({ shape }) => shape.kind === "object"));
  const [[a, ...moreA] = [], [b, ...moreB] = []] = objects;
  const others = (arms: readonly Alternative[], one: Alternative | undefined): string =>
    formatArmKeys(arms.filter((arm) => arm !== one));
  if (!a || !b || moreA.length + moreB.length > 0 || others(before, a) !== others(after, b)) return undefined;
  return compareShapes(a.shape, b.shape, use);
}

function formatSignatures(signatures: readonly Signature[]): string {
  return signatures.map(({ text }) => text).join("; ");
}

/** Compares overloads. Nothing breaks if each old overload has one that accepts its calls. */
function compareCalls(before: readonly Signature[], after: readonly Signature[]): ShapeDifference[] {
  const [old, ...moreOld] = before;
  const [now, ...moreNow] = after;
  const called = (isBreaking: boolean): ShapeDifference => ({
    path: [],
    difference: {
      kind: "called",
      before: formatSignatures(before),
      after: formatSignatures(after),
      isBreaking,
    },
  });
  if (!old || !now || moreOld.length > 0 || moreNow.length > 0) {
    return [called(before.some((one) => !after.some((other) => acceptsCalls(one, other))))];
  }
  return compareCall(old, now) ?? [called(true)];
}

/** Returns whether calls of one signature compile with another. */
function acceptsCalls(before: Signature, after: Signature): boolean {
  const found = before.text === after.text ? [] : compareCall(before, after);
  return (
    found?.every(({ difference }) =>
      difference.kind === "retyped"
        ? difference.direction !== "other"
        : difference.kind === "called" && !difference.isBreaking,
    ) === true
  );
}

/** Returns undefined if callers have to change. */
function compareCall(before: Signature, after: Signature): ShapeDifference[] | undefined {
  if (before.head !== after.head || after.parameters.length < before.parameters.length) return undefined;
  const found: ShapeDifference[] = [];
  for (const [index, parameter] of after.parameters.entries()) {
    const old = before.parameters[index];
    if (!old && !parameter.isOptional) return undefined;
    if (old?.isOptional === true && !parameter.isOptional) return undefined;
    if (!old)
      found.push({
        path: [],
        difference: { kind: "called", before: before.text, after: after.text, isBreaking: false },
      });
    else {
      const member: Member = { ...parameter, kind: "property", isStatic: false, isReadonly: false, note: {} };
      const inside = compareShapes(old.shape, parameter.shape, "made");
      if (
        inside.some(
          ({ path, difference }) =>
            path.length === 0 && difference.kind === "retyped" && difference.direction === "other",
        )
      )
        return undefined;
      found.push(...inside.map((one) => ({ ...one, path: [member, ...one.path] })));
    }
  }
  const results = compareShapes(before.returns, after.returns, "read");
  if (
    results.some(
      ({ path, difference }) =>
        path.length === 0 && difference.kind === "retyped" && difference.direction === "other",
    )
  )
    return [
      ...found,
      { path: [], difference: { kind: "result", before: before.returns.text, after: after.returns.text } },
    ];
  return [...found, ...results];
}
