import type { MessageTable } from "../table/table.js";
import type { Violation } from "./violation.js";

/** Decides rules in CEL: `cel` of the entry point `@stratus/runtime/cel`. */
export interface CelChecks {
  /**
   * The rules in CEL that a whole message does not keep, `cel:` and their ids; at most a hundred.
   *
   * @param reading whether only what the message carries counts, as in an Update; and the time, in milliseconds since 1970
   */
  violations(
    type: MessageTable,
    message: unknown,
    reading: { readonly isUpdate: boolean; readonly nowMs: number },
  ): Promise<readonly Violation[]>;
}
