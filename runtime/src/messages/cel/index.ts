/**
 * `@stratus/runtime/cel`: rules in CEL, by the package `@bufbuild/cel`, for those who install it.
 *
 * @module
 */
import { fromBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { CelChecks } from "../check/cel-checks.js";
import { loadPlan } from "../check/plan.js";
import type { Violation } from "../check/violation.js";
import type { MessageTable } from "../table/table.js";
import { CelWalk } from "./cel-walk.js";
import { Expressions } from "./expression.js";
import { createDescriptor } from "./table-descriptor.js";

export type { CelChecks } from "../check/cel-checks.js";

const expressions = new WeakMap<MessageTable, Expressions>();

/**
 * Evaluates rules in CEL for `check`, a session or a server, as their option `cel`. Expressions see messages as a server does:
 * `has`, numbers of enums, 64-bit integers, times, wrappers. An expression is left to the server if it uses a function that is
 * missing here, names values of enums, or fails. For an Update, it is evaluated if the request carries every field that it uses.
 *
 * Needs the packages `@bufbuild/cel` and `@bufbuild/protobuf`, and messages with codecs.
 */
export const cel: CelChecks = Object.freeze({ violations });

async function violations(
  type: MessageTable,
  message: unknown,
  { isUpdate, nowMs }: { readonly isUpdate: boolean; readonly nowMs: number },
): Promise<readonly Violation[]> {
  if (!type.rules || !canEncode(type)) return [];
  const plan = await loadPlan(type);
  const { desc, registry } = createDescriptor(type);
  const whole = reflect(desc, fromBinary(desc, type.encode(message)));
  let typeExpressions = expressions.get(type);
  if (!typeExpressions) expressions.set(type, (typeExpressions = new Expressions(registry)));
  const now = timestampFromMs(nowMs);
  const walk = new CelWalk({ expressions: typeExpressions, now, isUpdate, secrets: type.once(secretNames) });
  walk.message(plan, whole, "", false);
  return walk.violations;
}

/** Names of the secret fields of a type and of all that it leads to. */
function secretNames(table: MessageTable): readonly string[] {
  const seen = new Set<MessageTable>();
  const collect = (one: MessageTable): readonly string[] => {
    if (seen.has(one)) return [];
    seen.add(one);
    return one.fields.flatMap(({ name, isSecret, shape: { type } }) => [
      ...(isSecret ? [name] : []),
      ...(type.kind === "message" ? collect(type.table) : []),
    ]);
  };
  return collect(table);
}

/** Types without codecs have tables alone. */
function canEncode(type: MessageTable): type is MessageTable & { encode(message: unknown): Uint8Array } {
  return "encode" in type && typeof type.encode === "function";
}
