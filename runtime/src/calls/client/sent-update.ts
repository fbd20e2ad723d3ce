import type { Mask } from "../../messages/mask/index.js";
import type { Method } from "../rpc/service.js";

/** An Update that was sent. */
export interface SentUpdate {
  readonly method: Method;
  readonly request: object;
  readonly resetMask: Mask;
  /** Its idempotency key; undefined if the API does not support keys. */
  readonly key: string | undefined;
  /** The `resource_version` that was read before it; undefined if the resource has none. */
  readonly version: bigint | undefined;
}
