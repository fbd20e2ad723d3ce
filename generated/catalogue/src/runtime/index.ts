/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/index.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The exports of the runtime in every REST client. A generated export of the same name replaces one of them. */
export { etagCache, type CachedBody, type ResponseCache } from "./cache.js";
export type { CallResponse, Call } from "./call.js";
export type { ClientReason, ErrorCode, OptionsErrorCode } from "./error-codes.js";
export { CatalogueError, type ErrorDetails, type Issue } from "./error.js";
export type { ErrorStatus, Failure, StatusOf } from "./failure.js";
export type { CallOptions, OptionsWith, PageOptions, RequestChecks, RetryOptions } from "./call-options.js";
export type {
  ClientOptions,
  DriftEvent,
  HeadersSource,
  PossibleNotFound,
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
export { OptionsError } from "./options-error.js";
export type { HttpRequest } from "./http-request.js";
export type { PreparedRequest } from "./request.js";
export type { Bytes } from "./body.js";
export type { BasicCredentials, ClientCredentials, Secret } from "./auth.js";
export type { ResponseStream, ServerEvent } from "./stream.js";
