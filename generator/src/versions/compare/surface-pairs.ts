/** Finds what differs between the declarations of a name, before their members are compared. */
import { declarationTexts } from "../../surface/declaration-text.js";
import type { Declared } from "../../surface/surface.js";
import type { JudgedPair } from "../judge/judge.js";
import type { ShapeDifference } from "./shapes.js";

/** A name that both versions have, with the entry point that exports it. */
export interface SurfacePair extends JudgedPair {
  readonly entry: string;
  /** Names in its types stand for other declarations than before, although the texts may be the same. */
  readonly refersElsewhere: boolean;
}

/**
 * Returns whether the compiler has to judge a pair. New members break only programs that create the whole value. The text
 * of an enum of TypeScript does not show all of it: it may be constant, and its values may be computed.
 */
export function isChanged({ before, after, use, changedMembers, refersElsewhere }: SurfacePair): boolean {
  if (refersElsewhere) return true;
  const isEnum = before.value?.kind === "enum";
  if (isEnum && before.value.head === "") return true;
  if (
    changedMembers &&
    before.type?.construction === undefined &&
    (isEnum || use === "read" || use === "message")
  ) {
    const old = listMembers(before);
    return [...changedMembers].some((name) => old?.has(name));
  }
  const [old, now] = [before, after].map((one) => declarationTexts("", one).join("\n"));
  return old !== now || before.type?.construction !== after.type?.construction;
}

/** Returns the members whose texts differ; undefined if the declarations differ, or have no members. */
export function findChangedMembers(before: Declared, after: Declared): ReadonlySet<string> | undefined {
  const isEnum = before.value?.kind === "enum" && before.value.head === "";
  if (isEnum || compareDeclarations(before, after).length > 0) return undefined;
  const [old, now] = [before, after].map(listMembers);
  if (!old || !now) return undefined;
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return new Set(names.filter((name) => old.get(name) !== now.get(name)));
}

/** Lists the members of a declaration with their texts; undefined if it has none. */
function listMembers({ type, value }: Declared): ReadonlyMap<string, string> | undefined {
  // The type of an enum repeats its values.
  const shapes = [value?.kind === "enum" ? undefined : type, value].flatMap((one) =>
    one ? [one.shape] : [],
  );
  const members = shapes.flatMap((shape) => (shape.kind === "object" ? [shape.members] : []));
  if (members.length < shapes.length) return undefined;
  return new Map(
    members
      .flat()
      .map(({ name, isOptional: optional, isReadonly, kind, shape }) => [
        name,
        `${kind} ${optional} ${isReadonly} ${shape.text}`,
      ]),
  );
}

/** Compares what a name declares, without its members. */
export function compareDeclarations(old: Declared, now: Declared): ShapeDifference[] {
  const [oldKind, newKind] = [formatKind(old), formatKind(now)];
  const [oldHead, newHead] = [old.type?.head ?? "", now.type?.head ?? ""];
  if (oldKind === newKind && oldHead === newHead) return [];
  const texts =
    oldKind === newKind ? { before: oldHead, after: newHead } : { before: oldKind, after: newKind };
  const difference = { kind: "retyped", ...texts, direction: "other", isDeclaration: true } as const;
  return [{ path: [], difference }];
}

function formatKind({ type, value }: Declared): string {
  const valueKind = value?.isConstEnum === true ? "const enum" : value?.kind;
  // An entry point may export the type of a class alone.
  const classKind = value ? "class" : "type of a class";
  const kinds = type?.kind === "class" ? [classKind] : [type?.kind, valueKind];
  const words = kinds.filter((one) => one !== undefined).join(" and ");
  return type?.construction === undefined ? words : `${type.construction} ${words}`;
}
