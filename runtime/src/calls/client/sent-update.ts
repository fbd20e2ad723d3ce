import type { Mask } from "../../messages/mask/index.js";
import type { Method } from "../rpc/service.js";

/** An Update that was sent. */
export interface SentUpdate {
  readonly method: Method;
  readonly request: object;
  readonly resetMask: Mask;
  /** Its idempotency key; undefined if the API promises none. */
  readonly key: string | undefined;
  /** The version that it was made for; undefined if the resource has none. */
  readonly version: bigint | undefined;
}
