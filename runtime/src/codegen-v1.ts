/**
 * `@stratus/runtime/codegen-v1`: the one door between generated code and the
 * runtime. It is frozen: a change that generated code could notice becomes
 * `codegen-v2`. Programs import what they need from their SDK instead.
 *
 * @module
 */
export type { CallOptions, UpdateOptions } from "./call/call-options.js";
export { callErrorClass } from "./error/call-error.js";
export { Caller } from "./client/caller.js";
export type { Call, CallResponse } from "./client/call.js";
export { connect, type ClientOptions } from "./session/connect.js";
export { defineMethod, defineService, type MethodMore } from "./rpc/define-service.js";
export type { ModifyOptions } from "./client/modify-options.js";
export { OperationHandle, type OperationCall } from "./client/operation-handle.js";
export type { WaitOptions } from "./client/operation-wait.js";
export { wireOperations, type OperationWiring } from "./client/operation-wiring.js";
export type { PagedCall } from "./client/paged-call.js";
export { ResourceOperation, withResource, type ResourceOperationCall } from "./client/resource-operation.js";
export type { ServerStream, StreamResponse } from "./client/server-stream.js";
export type { Codec, MessageType, Method, MethodKind, Service } from "./rpc/service.js";
export {
  maskFor,
  Mask,
  parseMask,
  type MaskBuilder,
  type MaskInput,
  type MaskPath,
  type MaskSelector,
} from "./mask/index.js";
export { defineServer, type ServerDefinition, type ServerWiring } from "./rpc/define-server.js";
export type { Answer, AnswerStream, ServerCall } from "./rpc/server-call.js";
export { optionsFromEnv } from "./session/environment.js";
export type { SessionWiring } from "./rpc/wiring.js";
export { message, resource, resourcePage } from "./rpc/complete.js";
export { defineTable, row } from "./table/define-table.js";
export { fill } from "./table/fill.js";
export type { Init } from "./table/init.js";
export type { Resource, ResourcePage, Whole } from "./table/resource.js";
export type { MessageTable } from "./table/table.js";
export * from "./index.js";
