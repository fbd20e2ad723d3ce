/** Options of sessions and calls of plain gRPC: without those that mean something to other APIs alone. */
import type { CallOptions } from "../../calls/chain/call-options.js";
import type { SessionOptions } from "./session-options.js";

/** Options of a session of plain gRPC. `endpoint` is the address of all services. All others may be left out. */
export interface PlainSessionOptions extends Omit<
  SessionOptions,
  "apiDomain" | "endpoints" | "parentId" | "pollIntervalMs"
> {}

/** Options of a call of plain gRPC. All of them may be left out. */
export interface PlainCallOptions extends Omit<CallOptions, "idempotencyKey" | "parentId"> {}
