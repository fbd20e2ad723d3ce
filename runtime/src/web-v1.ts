/**
 * `@stratus/runtime/web-v1`: the session of an SDK on platforms with `fetch` and without Node, for its generated module
 * `web` alone, with the names that programs use beside clients there. It is frozen as `codegen-v1` is. Nothing of Node comes with it.
 *
 * @module
 */
export type { FetchAnswer, FetchFunction, FetchRequest } from "./transport/fetch/fetch-function.js";
export type { MessageFormat } from "./transport/fetch/json-format.js";
export type { WebProtocol } from "./transport/fetch/fetch-settings.js";
export { callErrorClass } from "./error/call-error-class.js";
export type { HeaderNames, SessionWiring } from "./rpc/wiring.js";
export {
  commandToken,
  federatedToken,
  fileToken,
  serviceAccount,
  type WebServiceAccount,
} from "./web/web-logins.js";
export type { WebSessionOptions } from "./web/web-options.js";
export { WebSession } from "./web/web-session.js";
export * from "./sdk-shared.js";
