/**
 * `@stratus/runtime`: what programs use beside the clients of their SDK, for those that name this package itself:
 * interceptors, transports and credentials that serve several SDKs. Beside it has the well-known types, of which an
 * SDK's root entry has those that its API names.
 *
 * @module
 */
export * from "./generated/sdk-v1.js";
export * from "../messages/well-known/index.js";
