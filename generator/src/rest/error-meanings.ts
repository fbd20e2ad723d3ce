import type { ClientReason, ErrorCode, OptionsErrorCode, WebhookErrorCode } from "./runtime/error-codes.js";

/** Codes of the errors of calls: `code` of `ApiError`. */
export const errorCodes = {
  CANCELLED: "The server responded with 499: it reports that the client closed the request.",
  DEADLINE_EXCEEDED: "No complete response arrived within `timeoutMs` or `attemptTimeoutMs`.",
  DECODE: "The response is not JSON, or it is too large or nested too deep to be read.",
  HTTP_ERROR: "The server responded with another status that is not a success.",
  INVALID_ARGUMENT: "An argument, a header or a credential cannot be sent. Nothing was sent.",
  NOT_FOUND:
    "The resource does not exist: the server responded with 404, 410, or a response that the description or `isNotFound` names.",
  RESOURCE_EXHAUSTED: "The server responded with 429: too many requests. Wait as long as `retryAfterMs`.",
  SERVER_ERROR: "The server responded with a status from 500 to 599 other than 503.",
  UNAUTHENTICATED:
    'The operation requires a credential, and none is given. Nothing was sent. Set `auth`, or `auth: "external"` if something else adds the credential.',
  UNAVAILABLE: "The server responded with 503, or no complete response arrived.",
  VALIDATION:
    "The response has no body, or it differs from the description and `validate` is `strict`, or the pages of a list do not end. `issues` has the differences; regenerate the client or report them to the API's team.",
} as const satisfies Record<ErrorCode, string>;

/**
 * Reasons that the client itself found: `clientReason` of `ApiError`. It is undefined if the server decided; then
 * `status` and `body` have the reason.
 */
export const clientReasons = {
  ATTEMPT_TIMEOUT: "One attempt took longer than `attemptTimeoutMs`, and the call was not retried.",
  CONNECTION_LOST:
    "No complete response arrived: the connection ended, or the platform does not report why, as in a browser. The server may have processed the request.",
  CONNECT_FAILED:
    "No connection could be made: the name does not resolve, nothing listens there, or the server did not accept it in time. Check `baseUrl`.",
  CREDENTIALS_REJECTED: "The authorization server rejected the credentials. Renew or replace them.",
  LINK_REFUSED:
    "A list links to a next page that does not have the origin and the path of `baseUrl`. Nothing was sent to it.",
  MESSAGE_TOO_LARGE: "The response, or a line of it, is larger than `maxBodyBytes`.",
  MODULE_LOAD_FAILED:
    "A part of the client that is loaded when it is needed could not be loaded. Check the bundle and the network.",
  NO_CREDENTIALS:
    "A credential of `auth` is missing, is empty or cannot be sent. Check the variable or the function that it comes from.",
  PAGES_INVALID:
    "The pages of a list contradict each other: one came twice, or there are more, but the server does not say where. The message says how many were read.",
  PAGE_LIMIT: "A list has more pages than `maxPages`. The message says how many were read.",
  REQUEST_INVALID: "An argument or a header cannot be sent. The message names it. Nothing was sent.",
  REQUEST_TIMEOUT: "The call, with its retries, took longer than `timeoutMs`.",
  RESPONSE_INVALID: "The response is not JSON, differs from the description, or redirects to an invalid URL.",
  TLS_FAILED:
    "The TLS handshake failed, for example because the certificate is not trusted, or the process does not verify certificates.",
  TOKEN_FAILED: "An access token could not be requested. The message has the reason.",
  UNSUPPORTED:
    "The platform does not support the call, such as a redirect with private headers in a browser.",
} as const satisfies Record<ClientReason, string>;

/** Codes of invalid options and arguments: `error.code` of an `OptionsError`. Nothing was sent. */
export const optionsErrorCodes = {
  ARGUMENT_INVALID:
    "A function got an argument of the wrong kind. The message shows the form that the function needs.",
  OPTION_CONFLICT: "Two options contradict each other. Give one of them.",
  OPTION_INVALID: "An option has a value that it cannot have. The message shows valid values.",
  OPTION_MISSING: "A required option is missing. Add it.",
  OPTION_UNKNOWN: "An option has a name that does not exist. Correct the name.",
  UNSUPPORTED: "A function does not work with this type. Use the alternative that the message names.",
} as const satisfies Record<OptionsErrorCode, string>;

/** Codes of invalid webhooks: `error.code` of a `WebhookError`. Respond with the status 400. */
export const webhookErrorCodes = {
  BODY_SIZE: "The body is larger than `maxBodyBytes`.",
  DECODE: "The body is not JSON, or it is nested too deep to be read.",
  SIGNATURE: "A header is missing, or no signature matches one of the secrets.",
  TIMESTAMP: "The timestamp is missing, or it differs from now by more than `toleranceMs`.",
} as const satisfies Record<WebhookErrorCode, string>;
