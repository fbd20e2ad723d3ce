import type { SessionOptions } from "./session-options.js";

/** The options that sessions have on every platform. */
export type CommonOptions = Pick<
  SessionOptions,
  | "attemptTimeoutMs"
  | "cacheScope"
  | "cel"
  | "clock"
  | "credentials"
  | "debug"
  | "hooks"
  | "interceptors"
  | "logger"
  | "overallTimeoutMs"
  | "parentId"
  | "pollIntervalMs"
  | "random"
  | "retry"
  | "timeoutMs"
  | "transport"
  | "validate"
  | "waitForReady"
>;
