/** What every REST client exports of its runtime; a name that the package gives itself wins. */
export { etagCache, type CachedBody, type ResponseCache } from "./cache.js";
export type { Answer, Call } from "./call.js";
export { ApiError, type ErrorCode, type ErrorDetails, type Issue } from "./error.js";
export type { ErrorStatus, Failure, StatusOf } from "./failure.js";
export type { CallOptions, OptionsWith } from "./operation.js";
export type {
  ClientOptions,
  DriftEvent,
  HeadersSource,
  PossibleMiss,
  RequestContext,
  RetryOptions,
  Signer,
} from "./options.js";
export type { Bytes } from "./body.js";
export type { BasicCredentials, ClientCredentials, Secret } from "./auth.js";
export type { AnswerStream, ServerEvent } from "./stream.js";
