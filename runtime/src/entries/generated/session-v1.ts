/**
 * `@stratus/runtime/generated/session-v1`: what the session of an SDK is made of, for its generated module alone. It is frozen
 * as `calls-v1` is. All that makes calls comes with it.
 *
 * @module
 */
export { callErrorClass, type CallErrorClass } from "../../calls/error/call-error-class.js";
export type { CallError } from "../../calls/error/call-error.js";
export type { HeaderNames, SessionWiring } from "../../calls/rpc/wiring.js";
export { loadUpdates } from "../../calls/modify/updates.js";
export { optionsFromEnv } from "../../session/core/environment.js";
export { optionsFromProfile } from "../../session/core/profile-options.js";
export type { PlainSessionOptions } from "../../session/core/plain-options.js";
export type {
  SessionOptions,
  UnixSocketAddress,
  UnixSocketOptions,
} from "../../session/core/session-options.js";
export type { ProfileSource } from "../../session/login/profile-source.js";
export { NodeSession as Session } from "../../session/core/node-session.js";
export { mockFor, type Mock } from "../../session/testing/mock.js";
