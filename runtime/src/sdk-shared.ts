/**
 * The names that programs use beside the clients of their SDK on every platform: errors, calls and their options,
 * interceptors, times. `sdk-v1` and `web-v1` pass it on, each with what its platform has. Of masks, JSON, checks and
 * schemas it has the types alone: pages load what is a value of an entry at their start, whether they use it or not.
 */
export type {
  AccessToken,
  Credentials,
  ExchangeRequest,
  Identity,
  TokenContext,
  TypedToken,
} from "./auth/credentials.js";
export { staticToken, tokenFromFunction, type TokenFunction } from "./auth/outside-token.js";
export type { FederatedTokenFunction, FederatedTokenOptions, TokenType } from "./auth/federation.js";
export type { ExchangeOptions } from "./auth/exchanged-credentials.js";
export type { CallOptions, CarriedParts, CarryOptions, UpdateOptions } from "./call/call-options.js";
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
} from "./call/hooks.js";
export type { CallLimit, IncomingResponse, Interceptor, Next, OutgoingCall } from "./call/interceptor.js";
export type { Validation } from "./call/validation.js";
export type { CelChecks } from "./check/cel-checks.js";
export type { CheckOptions } from "./check/check.js";
export type { Violation } from "./check/violation.js";
export type {
  MessageSchema,
  SchemaIssue,
  SchemaOptions,
  SchemaResult,
  SchemaTarget,
} from "./schema/schema.js";
export { Metadata, type MetadataInit, type MetadataValue } from "./rpc/metadata.js";
export type { Random } from "./call/backoff.js";
export type { RetryOptions } from "./call/call-options.js";
export type { Call, CallResponse } from "./client/call.js";
export type { HostEndpoint, ServiceEndpoint } from "./endpoint/endpoint.js";
export type { ClientOptions } from "./session/client-options.js";
export type { ModifyOptions } from "./client/modify-options.js";
export type { ModifyPreview } from "./client/modify-preview.js";
export type { NamedOperation, NamedOperationCall } from "./client/named-operation.js";
export type { OperationCall, OperationHandle, WaitOptions } from "./client/operation-handle.js";
export type { ListCall } from "./client/list-call.js";
export type { PagedCall } from "./client/paged-call.js";
export type { ResourceOperation, ResourceOperationCall } from "./client/resource-operation.js";
export type { ServerStream, StreamResponse } from "./client/server-stream.js";
export type { ApiDescriptors } from "./rpc/api-descriptors.js";
export type { Method, MethodExtension, MethodKind, MethodRetry, Service } from "./rpc/service.js";
export type { MessageType } from "./wire/message-type.js";
export type { UnknownField, UnknownFields } from "./wire/unknown-fields.js";
export type { Address } from "./endpoint/address.js";
export type { Endpoint } from "./endpoint/endpoint.js";
export {
  CallError,
  type CallErrorInit,
  type HelpLink,
  type RetryType,
  type StatusDetail,
  type UnsettledChange,
} from "./error/call-error.js";
export type { CallErrorClass } from "./error/call-error-class.js";
export { OptionsError } from "./text/options-error.js";
export type { ErrorCode, StatusCode } from "./error/status-code.js";
export type { AnyMessage } from "./json/any.js";
export type { AnyType } from "./json/any-types.js";
export type { AnyJson, JsonForm, NumberJson } from "./json/json-form.js";
export type { FromJsonOptions, JsonObject, JsonValue, ToJsonOptions } from "./json/json-types.js";
export type {
  Mask,
  MaskBuilder,
  MaskCheckOptions,
  MaskInput,
  MaskList,
  MaskMap,
  MaskNode,
  MaskPath,
  MaskSelector,
} from "./mask/index.js";
export type { DebugEvent, LogFields, Logger } from "./call/logger.js";
export type { CloseOptions, Session } from "./session/session.js";
export type { ClosedEnum, EnumType, OpenEnum } from "./table/enum-type.js";
export type {
  FieldRules,
  LoadRules,
  MessageRules,
  CelRow,
  RuleTables,
  RuleValue,
  ValueRules,
} from "./table/rules.js";
export { MessageError } from "./table/message-error.js";
export type { MessageInit } from "./table/message-init.js";
export type { GivenRequest, InputOf, RequestKey } from "./table/message-init.js";
export type { Resource, ResourcePage, FullUpdate, UpdateNeeds } from "./table/message-init.js";
export { oneofValue } from "./table/oneof.js";
export type {
  Field as TableField,
  MapKey as MapKeyType,
  MessageTable,
  Oneof as TableOneof,
  PlainJson as PlainJsonType,
  Scalar as ScalarType,
  Shape as FieldShape,
  ValueType as FieldType,
  WellKnown as WellKnownType,
  WireNote,
} from "./table/table.js";
export {
  durationFromMs,
  durationToMs,
  timestampFromDate,
  toDate,
  type DurationParts,
  type TimestampParts,
} from "./table/time.js";
export { mockTransport } from "./testing/mock-transport.js";
export type { MockContext, MockHandlers } from "./testing/mock-types.js";
export { systemClock, type Clock } from "./time/clock.js";
export { type FailureOrigin, StatusError } from "./error/status-error.js";
export type { Transport } from "./transport/transport.js";
export type {
  DurationJson,
  ListValueJson,
  StructJson,
  TimestampJson,
  ValueJson,
} from "./well-known/json-forms.js";
