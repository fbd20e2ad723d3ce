/* Copied by `stratus openapi` from src/rest/runtime/index.ts of protoc-gen-stratus. DO NOT EDIT. */
/** What every REST client exports of its runtime; a name that the package gives itself wins. */
export { etagCache, type CachedBody, type ResponseCache } from "./cache.js";
export type { Answer, Call } from "./call.js";
export { CatalogueError, type ErrorCode, type ErrorDetails, type Issue } from "./error.js";
export type { ErrorStatus, Failure, StatusOf } from "./failure.js";
export type { CallOptions, OptionsWith, RetryOptions } from "./call-options.js";
export type {
  ClientOptions,
  DriftEvent,
  HeadersSource,
  PossibleMiss,
  RequestContext,
  Signer,
} from "./options.js";
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
} from "./hooks.js";
export { OptionsError, type OptionsErrorCode } from "./options-error.js";
export type { Hop } from "./hop.js";
export type { PreparedRequest } from "./request.js";
export type { Bytes } from "./body.js";
export type { BasicCredentials, ClientCredentials, Secret } from "./auth.js";
export type { AnswerStream, ServerEvent } from "./stream.js";
