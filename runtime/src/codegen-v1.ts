/**
 * `@stratus/runtime/codegen-v1`: the one entry point of the runtime for the generated modules of an SDK with clients,
 * with all that they name; those of messages alone stand on `wire-v1`, which is a part of it. It holds what is used where
 * modules are loaded, and types; what makes calls comes with the session that a program opens (`session-v1`).
 * It is frozen: a change that generated code could notice becomes `codegen-v2`. Programs import what they
 * need from their SDK instead, whose root entry passes on `@stratus/runtime/sdk-v1`.
 *
 * @module
 */
export type { Caller, ModifyMethods } from "./client/caller.js";
export { connect } from "./session/connect.js";
export type { ClientSession } from "./session/session-key.js";
export { defineMethod, defineService, type MethodMore, type ServiceMore } from "./rpc/define-service.js";
export {
  type OperationListing,
  type OperationReading,
  type OperationWiring,
  type ReadingById,
  wireOperations,
} from "./client/operation-handle.js";
export { type NamedOperationWiring, wireNamedOperations, withTypes } from "./client/named-operation.js";
export { withResource } from "./client/resource-operation.js";
export { defineServer, type ServerDefinition, type ServerWiring } from "./rpc/define-server.js";
export type { HeaderNames } from "./rpc/wiring.js";
export type { Answer, AnswerStream, ServerCall } from "./rpc/server-call.js";
export { lazily, resource, resourcePage } from "./rpc/complete.js";
export type * from "./sdk-v1.js";
export * from "./wire-v1.js";
