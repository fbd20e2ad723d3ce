import type { MessageTable } from "../table/table.js";
import type { Violation } from "./violation.js";

/** Evaluates rules in CEL: `cel` of the entry point `@stratus/runtime/cel`. */
export interface CelChecks {
  /**
   * Returns at most 100 violations of rules in CEL. Their names are `cel:` and the ID of the rule.
   *
   * @param reading whether only fields that the message carries are checked, as in an Update; and the time in milliseconds
   * since 1970
   */
  violations(
    type: MessageTable,
    message: unknown,
    reading: { readonly isUpdate: boolean; readonly nowMs: number },
  ): Promise<readonly Violation[]>;
}
