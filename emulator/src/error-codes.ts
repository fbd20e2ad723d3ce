/**
 * Codes of what went wrong: `error.code` if the emulator cannot start or is used in a wrong way, and `reason` of a call in
 * `calls()` if the emulator itself refused the call.
 */
export const errorCodes = {
  AUTHORITY_UNKNOWN:
    "A call named a host at which the service is not served. Use the address in the message, or `anyAuthority`.",
  BUF_FAILED: "`buf build` could not build the protos. The message contains its output.",
  CALL_CANCELED: "The client canceled the call or closed the connection.",
  CALL_MISSING:
    "No call that a program waits for ended in time. Check the filter, and whether the program makes the call.",
  CONFLICT:
    "The resource has changed since it was read, or an operation is running on it. Read it again, and decide again.",
  DESCRIPTORS_INVALID:
    "The descriptors of the API are damaged, or lack an imported file. Build them again, for example with `buf build`.",
  FAULT_SCRIPTED: "A scripted or random fault answered the call.",
  FILE_UNREADABLE:
    "A file cannot be read or written, or its content has another format. Correct the path, the permissions or the content.",
  GRANT_TYPE_UNSUPPORTED:
    "The token exchange supports only the grant type `urn:ietf:params:oauth:grant-type:token-exchange`.",
  HANDLER_INVALID:
    "A handler, or the module of handlers, does something that the API does not allow. Correct the handler.",
  KIND_UNKNOWN:
    "A document, a rule or a filter names a kind of resource that the API does not have. Correct the name.",
  METHOD_UNIMPLEMENTED:
    "The descriptor of the method does not determine what it does. Add a handler with `emulator.handle`.",
  METHOD_UNKNOWN: "A handler or a script names a method that the API does not have. Correct the name.",
  OPTION_CONFLICT: "Two options or flags contradict each other. Give one of them.",
  OPTION_INVALID: "An option or flag has a value that it cannot have. The message shows valid values.",
  OPTION_MISSING: "A required option or the value of a flag is missing. Add it.",
  OPTION_UNKNOWN: "An option or flag has a name that does not exist. Correct the name.",
  PACKAGE_INVALID: "The SDK package cannot be used. Build it, or generate it again.",
  PACKAGE_MISSING: "A package or a program is not installed. Install it as the message says.",
  PORT_UNAVAILABLE: "A port cannot be opened, for example because it is in use. Choose another port.",
  REQUEST_INVALID:
    "The request cannot be decoded, or violates validation rules of the API. Correct the fields in the message.",
  REQUEST_REFUSED:
    "The control API refuses the request: it comes from a page of another site, lacks the token, or is not JSON. The message contains the fix.",
  RESOURCE_EXISTS: "A resource with this name or identifier exists already.",
  RESOURCE_NOT_FOUND: "The resource or operation does not exist, or no longer exists.",
  RULE_VIOLATED: "A rule of the rules file denies the call, or its quota is used up.",
  SEED_INVALID: "A seed contains a document that is not a resource of the API. Correct the document.",
  STATE_INVALID:
    "The state file is damaged, has another format or cannot be read. Restore it, or move it away.",
  STATE_IN_USE:
    "Another emulator uses the state file, or it cannot be locked. Stop that one, or pass another file.",
  TOKEN_REJECTED: "The access token, or a token of an exchange, is missing, expired or not valid.",
  UNEXPECTED: "A handler threw an error that is not a `StatusError`, or the emulator failed.",
} as const;

/** One of {@link errorCodes}. */
export type EmulatorErrorCode = keyof typeof errorCodes;
