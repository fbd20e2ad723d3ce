/**
 * `@stratus/runtime/codegen-v1`: what the modules of clients and servers name of the runtime, beside what
 * `wire-v1` has for messages. It is frozen: a change that generated code could notice becomes `codegen-v2`. It holds
 * what is used where modules are loaded, and types; what makes calls comes with the session that a program opens.
 * Programs import what they need from their SDK instead, whose root entry passes on `@stratus/runtime/sdk`.
 *
 * @module
 */
export type { Caller } from "./client/caller.js";
export { connect } from "./session/connect.js";
export { defineMethod, defineService, type MethodMore } from "./rpc/define-service.js";
export { wireOperations, type OperationWiring } from "./client/operation-handle.js";
export { type NamedOperationWiring, wireNamedOperations, withTypes } from "./client/named-operation.js";
export { withResource } from "./client/resource-operation.js";
export type { MethodKind, Service } from "./rpc/service.js";
export { defineServer, type ServerDefinition, type ServerWiring } from "./rpc/define-server.js";
export type { Answer, AnswerStream, ServerCall } from "./rpc/server-call.js";
export type { ApiDescriptors } from "./rpc/api-descriptors.js";
export { resource, resourcePage } from "./rpc/complete.js";
export type * from "./sdk.js";
