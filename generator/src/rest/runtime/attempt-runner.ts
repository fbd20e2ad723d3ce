import type { Attempt, RawResponse } from "./active-call.js";

/** Runs the attempts of a call and the pauses between them. Hooks are called around them. */
export interface AttemptRunner {
  /** Runs an attempt. `send` gets the request with the headers of observers. */
  run(call: Attempt, send: (call: Attempt) => Promise<RawResponse>): Promise<RawResponse>;
  /** Pauses before the next attempt. */
  pause(delayMs: number, caller: AbortSignal | undefined): Promise<void>;
}
