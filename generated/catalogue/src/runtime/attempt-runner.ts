/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/attempt-runner.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { RawResponse } from "./attempt.js";
import type { PreparedRequest } from "./request.js";

/** Runs the attempts of a call and the pauses between them. Hooks are called around them. */
export interface AttemptRunner {
  /** Runs an attempt. `send` gets the request with the headers of observers. */
  run(
    attempt: number,
    request: PreparedRequest,
    send: (request: PreparedRequest) => Promise<RawResponse>,
  ): Promise<RawResponse>;
  /** Pauses before the next attempt. */
  pause(delayMs: number, caller: AbortSignal | undefined): Promise<void>;
}
