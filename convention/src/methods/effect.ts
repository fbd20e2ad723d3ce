import type { DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { methodBehaviors } from "./behavior.js";
import { isReadOnly } from "./method.js";
import type { CustomOptions } from "../base/options.js";
import type { MethodRole } from "./role.js";

/**
 * The effect of a call on the API's data: it reads, creates, changes or destroys a resource, or it acts, which is anything else.
 * `readByName` means that only the method's name suggests that it reads.
 */
export type Effect = "act" | "change" | "create" | "destroy" | "read" | "readByName";

/**
 * Decides the effect of a method (docs/conventions.md, section 3) from its idempotency level and its role. A name without the
 * shape of the role yields at most `readByName`.
 *
 * @param role the role that {@link readRole} returns
 */
export function readEffect(method: DescMethod, role: MethodRole, options: CustomOptions): Effect {
  if (method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS) return "read";
  const effect = effects[role.kind];
  if (effect !== undefined) return effect;
  if (methodBehaviors(method, options).includes("UPDATER")) return "change";
  return isReadOnly(method, options) ? "readByName" : "act";
}

/** The effect of each role, or undefined if the role does not determine one. */
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
