import type { DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { methodBehaviors } from "./behavior.js";
import { isReadOnly } from "./method.js";
import type { CustomOptions } from "../base/options.js";
import type { MethodRole } from "./role.js";

/**
 * The effect of a call: it reads, creates, changes or destroys a resource, or it acts, which is anything else. `readByName`
 * is a method of which nothing but its name says that it changes nothing.
 */
export type Effect = "act" | "change" | "create" | "destroy" | "read" | "readByName";

/**
 * Decides what a call of a method does (docs/conventions.md, section 3): by what the method declares and by its role,
 * which takes its shape. A name alone says no more than that a method seems to read.
 *
 * @param role What {@link readRole} says of the method.
 */
export function readEffect(method: DescMethod, role: MethodRole, options: CustomOptions): Effect {
  if (method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS) return "read";
  const effect = effects[role.kind];
  if (effect !== undefined) return effect;
  if (methodBehaviors(method, options).includes("UPDATER")) return "change";
  return isReadOnly(method, options) ? "readByName" : "act";
}

/** The effect of each role; undefined if the role says none. To cancel is an act, and a token is a thing of value. */
const effects: Readonly<Record<MethodRole["kind"], Effect | undefined>> = {
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
  profile: "read",
  tokenExchange: "act",
  unknown: undefined,
  update: "change",
};
