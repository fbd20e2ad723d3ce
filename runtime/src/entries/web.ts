/**
 * `@stratus/runtime/web`: the names that programs use beside the clients of their SDK on platforms with `fetch` and
 * without Node, for programs that import this package itself. `@stratus/runtime` has the same for Node.
 *
 * @module
 */
export * from "./generated/web-v1.js";
export * from "../messages/well-known/index.js";
