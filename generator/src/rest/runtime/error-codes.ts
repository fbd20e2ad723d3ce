/** The reason of a failed call. The errors page of protoc-gen-stratus explains each. */
export type ErrorCode =
  | "CANCELLED"
  | "DEADLINE_EXCEEDED"
  | "DECODE"
  | "HTTP_ERROR"
  | "INVALID_ARGUMENT"
  | "NOT_FOUND"
  | "RESOURCE_EXHAUSTED"
  | "SERVER_ERROR"
  | "UNAUTHENTICATED"
  | "UNAVAILABLE"
  | "VALIDATION";

/** The reason if the client itself decided. The errors page of protoc-gen-stratus explains each. */
export type ClientReason =
  | "ATTEMPT_TIMEOUT"
  | "CONNECTION_LOST"
  | "CONNECT_FAILED"
  | "CREDENTIALS_REJECTED"
  | "LINK_REFUSED"
  | "MESSAGE_TOO_LARGE"
  | "MODULE_LOAD_FAILED"
  | "NO_CREDENTIALS"
  | "PAGES_INVALID"
  | "PAGE_LIMIT"
  | "REQUEST_INVALID"
  | "REQUEST_TIMEOUT"
  | "RESPONSE_INVALID"
  | "TLS_FAILED"
  | "TOKEN_FAILED"
  | "UNSUPPORTED";

/** The kind of mistake in an option or argument. The errors page of protoc-gen-stratus explains each. */
export type OptionsErrorCode =
  | "ARGUMENT_INVALID"
  | "OPTION_CONFLICT"
  | "OPTION_INVALID"
  | "OPTION_MISSING"
  | "OPTION_UNKNOWN"
  | "UNSUPPORTED";

/** The reason of an invalid webhook. The errors page of protoc-gen-stratus explains each. */
export type WebhookErrorCode = "BODY_SIZE" | "DECODE" | "SIGNATURE" | "TIMESTAMP";
