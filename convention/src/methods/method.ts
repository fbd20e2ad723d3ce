/** Classifies methods by their names and options (docs/conventions.md, "Methods"). */
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { methodBehaviors } from "./behavior.js";
import { isGet } from "./get-method.js";
import { startsWithWord, splitWords } from "../base/name.js";
import type { CustomOptions } from "../base/options.js";
import { isResource } from "../shapes/resource.js";
import { fieldMessage, only } from "../base/message-fields.js";

/**
 * Whether the method only reads: its name starts with the word `Get` or `List`, or it has `idempotency_level = NO_SIDE_EFFECTS`.
 * `GetOrCreate`, `ListAndLock` and methods marked `UPDATER` do not.
 */
export function isReadOnly(method: DescMethod, options: CustomOptions): boolean {
  if (hasNoSideEffects(method)) return true;
  const reads = startsWithWord(method.name, "get") || startsWithWord(method.name, "list");
  const more = splitWords(method.name)[1]?.toLowerCase();
  return reads && more !== "or" && more !== "and" && !methodBehaviors(method, options).includes("UPDATER");
}

/** Whether the method has `idempotency_level = NO_SIDE_EFFECTS`. */
export function hasNoSideEffects(method: DescMethod): boolean {
  return method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
}

/** Whether `idempotency_level` states that repeating the method has no further effect. */
export function isIdempotent(method: DescMethod): boolean {
  return method.idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN;
}

/**
 * Whether the method replaces a resource and takes a reset mask: it is unary, and called `Update` or marked `UPDATER`. An `Update`
 * marked `UNSPECIFIED` does not.
 */
export function isUpdate(method: DescMethod, options: CustomOptions): boolean {
  if (method.methodKind !== "unary") return false;
  const behaviors = methodBehaviors(method, options);
  return behaviors.includes("UPDATER") || (method.name === "Update" && !behaviors.includes("UNSPECIFIED"));
}

/** Whether the method is called `Delete...`, so that no resource is left to read when its operation is done. */
export function isDelete(method: DescMethod): boolean {
  return startsWithWord(method.name, "delete");
}

/** The methods that read and replace a resource. */
export interface ModifyMethods {
  readonly get: DescMethod;
  readonly update: DescMethod;
}

/**
 * Finds the methods that read, change and write back a resource: a `Get` that returns it, and the update that takes
 * its `metadata` and `spec`. The update is the rpc named `Update`, provided that it is an update. If the service has
 * no rpc of that name, it is the one marked `UPDATER`. Several marked rpcs are ambiguous, so none is chosen.
 */
export function findModify(service: DescService, options: CustomOptions): ModifyMethods | undefined {
  const get = service.methods.find(isGet);
  if (get === undefined || !isResource(get.output)) return undefined;
  const named = service.methods.filter(({ name }) => name === "Update");
  const candidates = named.length > 0 ? named : service.methods;
  const update = only(candidates.filter((method) => isUpdate(method, options) && takesResource(method, get)));
  return update && { get, update };
}

function takesResource({ input }: DescMethod, { output }: DescMethod): boolean {
  return ["metadata", "spec"].every((name) => fieldMessage(input, name) === fieldMessage(output, name));
}
