/** The complete guide of a package, from which guides and documentation pages are printed. */
import type { Guide, GuideEffect, GuideRole } from "./guide/guide.js";
import { readLine } from "./guide/line.js";
import type { GuideFile } from "./guide/service.js";
import type { GuideEnum, GuideMessage } from "./guide/types.js";

/** A guide with all of its parts. */
export interface CompleteGuide {
  readonly index: Guide;
  /** The files by key, in reading order. */
  readonly files: ReadonlyMap<string, GuideFile>;
}

/** The types that a guide describes, by their full names. */
export interface GuideTypes {
  message(typeName: string): GuideMessage | undefined;
  enum(typeName: string): GuideEnum | undefined;
}

/** Indexes the types of all parts by full name. */
export function indexTypes({ files }: CompleteGuide): GuideTypes {
  const all = [...files.values()];
  const messages = new Map(all.flatMap((file) => Object.entries(file.messages)));
  const enums = new Map(all.flatMap((file) => Object.entries(file.enums)));
  return { message: (name) => messages.get(name), enum: (name) => enums.get(name) };
}

/** The facts about a method that the index contains. */
interface Method {
  readonly word: string;
  readonly role: GuideRole;
  readonly effect: GuideEffect;
  readonly isDeprecated: boolean;
  /** A sentence. */
  readonly text: string;
}

/** Formats the line of a method in the index, which `readLine` parses. */
export function formatIndexLine({ word, role, effect, isDeprecated, text }: Method): string {
  const isUsual = role !== "other" && readLine(`_ ${role}`).effect === effect;
  const kind = `${role === "other" ? "" : role}${isUsual ? "" : `:${effect}`}${isDeprecated ? "!" : ""}`;
  return `${word} ${kind} ${text}`.trimEnd();
}

/** Returns `undefined` instead of `false`, so that the guide omits it. */
export function trueOrUndefined(claim: boolean): true | undefined {
  return claim ? true : undefined;
}

/** Returns `undefined` instead of an empty list, so that the guide omits it. */
export function listOrUndefined<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
