/**
 * `@stratus/runtime/generated/calls-v1`: the only entry point of the runtime that generated modules with clients
 * import. Modules with messages alone import `wire-v1`, which is a part of it. It contains types and what modules
 * need when they are loaded. The code that makes calls comes with the session (`session-v1`).
 *
 * It is frozen: a change that generated code could notice becomes `codegen-v2`. Programs import from their SDK,
 * whose root entry exports `@stratus/runtime/generated/sdk-v1`.
 *
 * @module
 */
export type { Caller, ModifyMethods } from "../../calls/caller.js";
export { connect } from "../../session/core/connect.js";
export type { ClientSession } from "../../session/core/session-key.js";
export {
  defineMethod,
  defineService,
  type MethodMore,
  type ServiceMore,
} from "../../calls/rpc/define-service.js";
export {
  type OperationListing,
  type OperationReader,
  type OperationWiring,
  type GetById,
  wireOperations,
} from "../../calls/operation/operation-handle.js";
export {
  type NamedOperationWiring,
  wireNamedOperations,
  withTypes,
} from "../../calls/operation/named-operation.js";
export { withResource } from "../../calls/operation/resource-operation.js";
export { defineServer, type ServerDefinition, type ServerWiring } from "../../calls/rpc/define-server.js";
export type { HeaderNames } from "../../calls/rpc/wiring.js";
export type { Answer, AnswerStream, ServerCall } from "../../calls/rpc/server-call.js";
export { lazily, resource, resourcePage } from "../../calls/rpc/complete.js";
export type * from "./sdk-v1.js";
export * from "./wire-v1.js";
