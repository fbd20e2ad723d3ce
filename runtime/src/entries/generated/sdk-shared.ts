/**
 * The names that programs use beside the clients of their SDK on every platform: errors, calls and their options,
 * interceptors, times. `sdk-v1` and `web-v1` pass it on, each with what its platform has. Of masks, JSON, checks and
 * schemas it has the types alone: pages load what is a value of an entry at their start, whether they use it or not.
 */
export type {
  AccessToken,
  Credentials,
  CredentialsProfile,
  ExchangeRequest,
  Identity,
  TokenContext,
  TypedToken,
} from "../../session/auth/credentials.js";
export { apiKey, basic, noCredentials } from "../../session/auth/header-credentials.js";
export type { PlainCallOptions } from "../../session/core/plain-options.js";
export { staticToken, tokenFromFunction, type TokenFunction } from "../../session/auth/static-token.js";
export type {
  FederatedTokenFunction,
  FederatedTokenOptions,
  TokenType,
} from "../../session/auth/federation.js";
export type { ExchangeOptions } from "../../session/auth/exchanged-credentials.js";
export type {
  CallOptions,
  CarriedParts,
  CarryOptions,
  UpdateOptions,
} from "../../calls/chain/call-options.js";
export type {
  AttemptEndEvent,
  AttemptEvent,
  AttemptObserver,
  CallEndEvent,
  CallEvent,
  CallObserver,
  EndEvent,
  Hooks,
  Observer,
  RetryEvent,
  TokenEvent,
  WaitEvent,
} from "../../calls/chain/hooks.js";
export type {
  CallLimit,
  IncomingResponse,
  Interceptor,
  Next,
  OutgoingCall,
} from "../../calls/chain/interceptor.js";
export type { Validation } from "../../calls/chain/validation.js";
export { Metadata, type MetadataInit, type MetadataValue } from "../../calls/rpc/metadata.js";
export type { Random } from "../../calls/chain/backoff.js";
export type { RetryOptions } from "../../calls/chain/call-options.js";
export type { Call, CallResponse } from "../../calls/client/call.js";
export type { HostEndpoint, ServiceEndpoint } from "../../calls/endpoint/endpoint.js";
export type { ClientOptions } from "../../session/core/client-options.js";
export type { ModifyOptions } from "../../calls/modify/modify-options.js";
export type { ModifyPreview } from "../../calls/modify/modify-preview.js";
export type { NamedOperation, NamedOperationCall } from "../../calls/operation/named-operation.js";
export type { OperationCall, OperationHandle, WaitOptions } from "../../calls/operation/operation-handle.js";
export type { OperationProgress, StepProgress } from "../../calls/operation/operation-progress.js";
export type { ListCall } from "../../calls/client/list-call.js";
export type { PagedCall } from "../../calls/client/paged-call.js";
export type { ResourceOperation, ResourceOperationCall } from "../../calls/operation/resource-operation.js";
export type { ServerStream, StreamResponse } from "../../calls/client/server-stream.js";
export type { ApiDescriptors } from "../../calls/rpc/api-descriptors.js";
export type { Method, MethodExtension, MethodKind, MethodRetry, Service } from "../../calls/rpc/service.js";
export type { Address } from "../../calls/endpoint/address.js";
export type { Endpoint } from "../../calls/endpoint/endpoint.js";
export {
  CallError,
  type CallErrorInit,
  type CallErrorMessage,
  type HelpLink,
  type RetryType,
  type StatusDetail,
  type UnknownOutcome,
} from "../../calls/error/call-error.js";
export type { CallErrorClass } from "../../calls/error/call-error-class.js";
export type { ClientReason, RuntimeErrorCode } from "../../base/text/error-codes.js";
export { OptionsError } from "../../base/text/options-error.js";
export type { ErrorCode, StatusCode } from "../../calls/error/status-code.js";
export type { AnyMessage } from "../../messages/json/any.js";
export type { AnyType } from "../../messages/json/any-types.js";
export type { AnyJson, JsonForm, NumberJson } from "../../messages/json/json-form.js";
export type {
  FromJsonOptions,
  JsonObject,
  JsonValue,
  ToJsonOptions,
} from "../../messages/json/json-types.js";
export type { Mask } from "../../messages/mask/index.js";
export type { DebugEvent, LogFields, Logger } from "../../calls/chain/logger.js";
export type { CloseOptions, Session } from "../../session/core/session.js";
export type { GivenRequest, InputOf, RequestKey } from "../../messages/table/message-init.js";
export type { Resource, ResourcePage, FullUpdate, UpdateNeeds } from "../../messages/table/message-init.js";
export {
  durationFromMs,
  durationToMs,
  timestampFromDate,
  toDate,
  type DurationParts,
  type TimestampParts,
} from "../../messages/table/time.js";
export { mockOperation, type MockOperation } from "../../session/testing/mock-operation.js";
export { mockTransport } from "../../session/testing/mock-transport.js";
export type { MockContext, MockHandlers } from "../../session/testing/mock-types.js";
export { systemClock, type Clock } from "../../base/time/clock.js";
export { type FailureOrigin, StatusError } from "../../calls/error/status-error.js";
export type { Transport } from "../../network/transport/transport.js";
export type {
  DurationJson,
  ListValueJson,
  StructJson,
  TimestampJson,
  ValueJson,
} from "../../messages/well-known/json-forms.js";
export * from "../message-names.js";
