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
 * Decides rules in CEL, where `check`, a session or a server is given it as `cel`. Expressions see messages as a server
 * does: `has`, numbers of enums, 64-bit integers, times, wrappers. Left to the server is what uses a function that is
 * missing here, names values of enums, or fails. Of an Update an expression counts if the request carries every field that
 * it names.
 *
 * It needs the packages `@bufbuild/cel` and `@bufbuild/protobuf`, and messages that have codecs.
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
  let own = expressions.get(type);
  if (!own) expressions.set(type, (own = new Expressions(registry)));
  const now = timestampFromMs(nowMs);
  const walk = new CelWalk({ expressions: own, now, isUpdate, secrets: type.once(secretNames) });
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
