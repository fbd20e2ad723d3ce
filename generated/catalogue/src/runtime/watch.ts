/* Copied by `stratus openapi` from src/rest/runtime/watch.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Reply } from "./exchange.js";
import type { PreparedRequest } from "./request.js";

/** The steps of a call that somebody may follow. */
export interface Watch {
  /** Does an attempt; `send` gets the request with the headers that observers add. */
  attempt(
    attempt: number,
    request: PreparedRequest,
    send: (request: PreparedRequest) => Promise<Reply>,
  ): Promise<Reply>;
  /** Waits for the next attempt, since the last one failed. */
  pause(delayMs: number, caller: AbortSignal | undefined): Promise<void>;
}
