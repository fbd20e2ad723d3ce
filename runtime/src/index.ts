/**
 * `@stratus/runtime`: what programs use beside the clients of their SDK, for those that name this package itself:
 * interceptors, transports and credentials that serve several SDKs.
 *
 * @module
 */
export * from "./sdk.js";
