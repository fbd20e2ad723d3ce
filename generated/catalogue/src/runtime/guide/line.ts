/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/kit/guide/line.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { GuideEffect, GuideRole } from "./guide.js";

/** A method as a line of the index says it. */
export interface GuideLine {
  /** Its word on a command line. */
  readonly word: string;
  readonly role: GuideRole;
  readonly effect: GuideEffect;
  /** Programs should not use it any more. */
  readonly isDeprecated: boolean;
  /** Its purpose in a sentence; may be empty. */
  readonly text: string;
}

/** The effect of each role, which a line does not repeat. */
const usualEffects: { readonly [role in GuideRole]: GuideEffect } = {
  create: "create",
  delete: "destroy",
  get: "read",
  getByName: "read",
  list: "read",
  operationCancel: "act",
  operationDelete: "destroy",
  operationGet: "read",
  operationList: "read",
  operationWait: "read",
  other: "act",
  profile: "read",
  tokenExchange: "act",
  update: "change",
};

/**
 * Reads a line of the index: a word, a kind and a sentence. The kind is a role, a colon with the effect behind it unless it
 * is that of the role, and `!` if programs should not use the method any more. The role `other` is left out: `stop :act Stops it.`
 */
export function readLine(line: string): GuideLine {
  const [, word = "", said = "", of = "", mark = "", text = ""] =
    /^(\S*) (\w*):?(\w*)(!?) ?([^]*)$/u.exec(line) ?? [];
  const role = said === "" ? "other" : (said as GuideRole);
  const effect = of === "" ? usualEffects[role] : (of as GuideEffect);
  return { word, role, effect, isDeprecated: mark !== "", text };
}
