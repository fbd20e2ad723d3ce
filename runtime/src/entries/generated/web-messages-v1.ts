/**
 * `@stratus/runtime/generated/web-messages-v1`: functions for messages on platforms with `fetch` and without Node, for the
 * generated module `web-messages` of an SDK alone: JSON, masks, checks, schemas. It is frozen as `calls-v1` is. Nothing
 * of Node comes with it.
 *
 * @module
 */
export { jsonFormat, type MessageFormat } from "../../network/transport/fetch/json-format.js";
export * from "./sdk-messages.js";
