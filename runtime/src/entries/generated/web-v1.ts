/**
 * `@stratus/runtime/generated/web-v1`: the session of an SDK on platforms with `fetch` and without Node, for its generated module
 * `web` alone, with the names that programs use beside clients there. It is frozen as `calls-v1` is. Nothing of Node comes with it.
 *
 * @module
 */
export type {
  FetchAnswer,
  FetchFunction,
  FetchRequest,
} from "../../network/transport/fetch/fetch-function.js";
export type { MessageFormat } from "../../network/transport/fetch/json-format.js";
export type { WebProtocol } from "../../network/transport/fetch/fetch-settings.js";
export { callErrorClass } from "../../calls/error/call-error-class.js";
export type { HeaderNames, SessionWiring } from "../../calls/rpc/wiring.js";
export { loadUpdates } from "../../calls/modify/updates.js";
export {
  commandToken,
  federatedToken,
  fileToken,
  serviceAccount,
  type WebServiceAccount,
} from "../../session/web/web-logins.js";
export type { PlainWebSessionOptions, WebSessionOptions } from "../../session/web/web-options.js";
export { WebSession } from "../../session/web/web-session.js";
export * from "./sdk-shared.js";
