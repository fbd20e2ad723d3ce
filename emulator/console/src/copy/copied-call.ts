import type { HealthView, MethodView } from "../../../src/control/view-types.js";
import type { Json } from "../text/json.js";

/** A call to write as a program. */
export interface CopiedCall {
  readonly method: Pick<MethodView, "method" | "kind" | "request" | "effect">;
  readonly message: Json;
  /** The reset mask. Undefined if the call has none. */
  readonly mask: string | undefined;
}

/** The address of the call. */
export type CallPlace = Pick<HealthView, "webUrl" | "headers" | "sdk"> & {
  /** An access token. Undefined if the API needs none. */
  readonly token: string | undefined;
};
