/**
 * Codes of mistakes in a program: `error.code` of an `OptionsError`, of the errors of messages and masks, and of the
 * `TypeError` and `RangeError` that functions throw.
 */
export const errorCodes = {
  ARGUMENT_INVALID:
    "A function got an argument of the wrong kind. The message shows the form that the function needs.",
  CALL_MISUSED:
    "The result of a call was read in a way that it does not support, such as without `await`. The message shows the right way.",
  CREDENTIAL_INVALID:
    "A token is not text, is empty, or has a character that a header cannot carry. Check the variable or the function that it comes from.",
  FIELD_IMMUTABLE:
    "An Update would change a field that only the server sets, or that is set at creation only. Send the value that the resource has, or leave the field out.",
  FILE_UNREADABLE:
    "A file cannot be read, or its content has another format. Correct the path, the permissions or the content.",
  FIXTURE_IMPOSSIBLE:
    "No candidate for a fixture keeps a validation rule. Give the value of the field that the message names in `overrides`.",
  INSECURE:
    "The options would send or store a secret unprotected. The message names the option that allows it, or a safe alternative.",
  LOGIN_CANCELLED: "The person declined a browser login, or the command was interrupted. Nothing was saved.",
  LOGIN_EXPIRED: "Nobody completed a browser login in time. Start it again.",
  LOGIN_INVALID:
    "A response does not belong to this browser login, or not to this provider. Nothing was saved. Check the issuer and the client ID.",
  LOGIN_UNAVAILABLE:
    "The provider of browser logins cannot be reached, or does not support this kind of login. Check the issuer.",
  MASK_PATH_INVALID:
    "A mask names a field that does not exist, or that the request does not send. Correct the path.",
  MASK_SYNTAX_INVALID: "A text is not a reset mask. The message marks the position of the error.",
  MASK_TOO_LARGE:
    "The reset mask of an Update is too large for a header. Change the resource with `modify`, or name fewer fields.",
  MESSAGE_INVALID:
    "Bytes, JSON or an object do not have the form of the message type. The message names the field and what it needs.",
  METADATA_INVALID: "Metadata has a name or a value that cannot be sent. The message names it and the rule.",
  OPTION_CONFLICT: "Two options, or an option and the request, contradict each other. Give one of them.",
  OPTION_INVALID: "An option has a value that it cannot have. The message shows valid values.",
  OPTION_MISSING: "A required option is missing. Add it.",
  OPTION_UNKNOWN: "An option has a name that does not exist. Correct the name.",
  PACKAGE_MISSING:
    "An optional package is needed and not installed. Install the package that the message names.",
  RETURN_VALUE_INVALID:
    "A callback, a handler or an interceptor returned something else than it must. The message shows what to return.",
  UNSUPPORTED:
    "An option or a function does not work with this method or on this platform. Use the alternative that the message names.",
  VERSION_MISMATCH:
    "A client and its session come from incompatible versions of `@stratus/runtime`. Install one version for both.",
} as const;

/** One of {@link errorCodes}. */
export type RuntimeErrorCode = keyof typeof errorCodes;

/**
 * Reasons that the client itself found: `error.clientReason` of a `CallError`. It is undefined if the server decided;
 * then `code`, and `reason` if the server sends one, tell why.
 */
export const clientReasons = {
  ATTEMPT_TIMEOUT: "One attempt took longer than `attemptTimeoutMs`, and the call was not retried.",
  CONNECT_FAILED:
    "No connection could be made: the name does not resolve, nothing listens there, or the server was not ready within `connectTimeoutMs`.",
  CONNECTION_LOST: "The connection ended during the call. The server may have processed the call.",
  CREDENTIALS_REJECTED: "The authorization server rejected the credentials. Renew or replace them.",
  DEADLINE_EXCEEDED:
    "The call took longer than its whole time: `overallTimeoutMs`, or the `timeoutMs` of `modify` or `wait`.",
  GATEWAY_FAILED:
    "A gateway or a proxy answered with HTTP status 502, 503, 504 or 520 to 529, because it could not get a response from the server.",
  HTTP_STATUS:
    "A web server, a gateway or a proxy answered with an HTTP status instead of the protocol of the call. Check the address.",
  MESSAGE_TOO_LARGE:
    "The request or the response is larger than `maxSendBytes` or `maxReceiveBytes`, or the metadata is too large to send.",
  MODULE_LOAD_FAILED:
    "A part of the program that is loaded when it is needed could not be loaded. Check the bundle and the network.",
  NOT_PROCESSED: "The server refused the call before it processed it. Retrying is safe.",
  NO_CREDENTIALS:
    "The session has no credentials, or they cannot be used. The message names how to set them.",
  OPERATION_FAILED:
    "The call started an operation, and the operation failed. `code` and the details are those of the operation.",
  OPERATION_REMOVED:
    "The operation has ended, and the server has removed it, so its outcome is unknown. `resource()` reads the resource as it is now.",
  OUTCOME_UNKNOWN:
    "The response to a change was lost, so the change may have been applied. Read the resource before you change it again.",
  PROTOCOL_MISMATCH: "The server does not speak HTTP/2, or ends every connection. Check the address.",
  PROXY_REJECTED: "The proxy refused the connection. Check its URL, its user and its rules.",
  REQUEST_INVALID:
    "The request or its metadata cannot be sent, or violates validation rules of the API. Nothing was sent.",
  REQUEST_TIMEOUT: "The call, with its retries, took longer than `timeoutMs`.",
  RESPONSE_INVALID: "The response breaks the protocol or is not the message that the method returns.",
  RETRY_THROTTLED:
    "The call was not retried because too many calls to the endpoint failed recently (retry throttling, gRFC A6).",
  SESSION_CLOSED: "The session was closed before or during the call.",
  STREAM_RESET:
    "The stream of the call ended without a status: the server or a proxy reset it, or the client did because the response broke HTTP/2.",
  TLS_FAILED:
    "The TLS handshake failed, for example because the certificate is not trusted. Check the option `tls`.",
  TOKEN_FAILED: "An access token could not be requested. `cause` has the failure.",
  UNSUPPORTED:
    "The API or the platform does not support the call, such as a stream of requests in a browser.",
} as const;

/** One of {@link clientReasons}. */
export type ClientReason = keyof typeof clientReasons;
