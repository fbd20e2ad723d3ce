import type { GuideJson } from "@stratus/runtime/guide";
import type { FieldPath } from "./field-path.js";

/** A change of a message: a JSON value at a path, or `null` to clear the field. The empty path is the message itself. */
export interface Change {
  readonly path: Pick<FieldPath, "steps">;
  readonly value: GuideJson;
  /** The file or flag that the change comes from, for error messages. */
  readonly from?: string | undefined;
  /** Whether the value is the whole of what was shown, so that fields that it omits are cleared. Default: false. */
  readonly isWhole?: boolean | undefined;
}
