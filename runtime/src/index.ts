/**
 * `@stratus/runtime`: what programs use beside their SDK: credentials, errors,
 * interceptors, time.
 *
 * @module
 */
export type { AccessToken, Credentials, TokenContext } from "./auth/credentials.js";
export { commandToken, type CommandTokenOptions } from "./auth/command-token.js";
export {
  environmentToken,
  fileToken,
  staticToken,
  tokenFromFunction,
  type TokenFunction,
} from "./auth/outside-token.js";
export {
  serviceAccount,
  type ServiceAccountIdentity,
  type ServiceAccountOptions,
} from "./auth/service-account.js";
export type {
  AttemptEndEvent,
  AttemptEvent,
  AttemptObserver,
  CallEndEvent,
  CallEvent,
  CallObserver,
  EndEvent,
  Hooks,
  RetryEvent,
  TokenEvent,
  WaitEndEvent,
  WaitEvent,
  WaitObserver,
} from "./call/hooks.js";
export type { Interceptor, Next, OutgoingCall, Reply } from "./call/interceptor.js";
export { Metadata, type MetadataInit, type MetadataValue } from "./rpc/metadata.js";
export type { RetryOptions } from "./call/call-options.js";
export type { Timeouts } from "./call/deadline.js";
export type { Endpoint } from "./endpoint/endpoint.js";
export {
  CallError,
  type CallErrorClass,
  type CallErrorInit,
  type RetryType,
  type StatusDetail,
} from "./error/call-error.js";
export { OptionsError } from "./text/options-error.js";
export type { ErrorCode, StatusCode } from "./error/status-code.js";
export { fromJson } from "./json/from-json.js";
export type { AnyType, FromJsonOptions, JsonObject, JsonValue, ToJsonOptions } from "./json/json-types.js";
export { toJson } from "./json/to-json.js";
export type { LogFields, Logger } from "./call/logger.js";
export { Session, type CloseOptions } from "./session/session.js";
export type { SessionOptions } from "./session/session-options.js";
export {
  durationFromMs,
  durationToMs,
  timestampFromDate,
  toDate,
  type DurationParts,
  type TimestampParts,
} from "./table/time.js";
export { mock } from "./testing/mock.js";
export { mockTransport } from "./testing/mock-transport.js";
export type { MockContext, MockHandlers } from "./testing/mock-types.js";
export { systemClock, type Clock } from "./time/clock.js";
export type { TlsOptions } from "./transport/channel-settings.js";
export { StatusFailure } from "./error/status-failure.js";
export type { Transport } from "./transport/transport.js";
