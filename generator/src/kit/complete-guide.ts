/** The guide of a package as generators make it, all of its parts at once. Guides and the pages of docs are printed from it. */
import type { Guide, GuideEffect, GuideRole } from "./guide/guide.js";
import { readLine } from "./guide/line.js";
import type { GuideFile } from "./guide/service.js";
import type { GuideEnum, GuideMessage } from "./guide/types.js";

/** A guide with all of its parts. */
export interface CompleteGuide {
  readonly index: Guide;
  /** By their keys, in the order in which people read them. */
  readonly files: ReadonlyMap<string, GuideFile>;
}

/** The types that a guide describes, by their full names. */
export interface GuideTypes {
  message(typeName: string): GuideMessage | undefined;
  enum(typeName: string): GuideEnum | undefined;
}

/** The types of all parts. */
export function indexTypes({ files }: CompleteGuide): GuideTypes {
  const all = [...files.values()];
  const messages = new Map(all.flatMap((file) => Object.entries(file.messages)));
  const enums = new Map(all.flatMap((file) => Object.entries(file.enums)));
  return { message: (name) => messages.get(name), enum: (name) => enums.get(name) };
}

/** A method as its service and the index have it. */
interface Method {
  readonly word: string;
  readonly role: GuideRole;
  readonly effect: GuideEffect;
  readonly isDeprecated: boolean;
  /** A sentence. */
  readonly text: string;
}

/** The line of a method on the index, as `readLine` reads it. */
export function formatIndexLine({ word, role, effect, isDeprecated, text }: Method): string {
  const isUsual = role !== "other" && readLine(`_ ${role}`).effect === effect;
  const kind = `${role === "other" ? "" : role}${isUsual ? "" : `:${effect}`}${isDeprecated ? "!" : ""}`;
  return `${word} ${kind} ${text}`.trimEnd();
}

/** A claim is said only if it is true. */
export function trueOrUndefined(claim: boolean): true | undefined {
  return claim ? true : undefined;
}

/** A list is said only if something is in it. */
export function listOrUndefined<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
