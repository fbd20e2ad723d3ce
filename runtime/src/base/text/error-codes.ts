/** Codes of the errors that are thrown before a call is sent: `error.code` of an `OptionsError` and of the errors of messages and masks. */
export const errorCodes = {
  ARGUMENT_INVALID:
    "A function got an argument of the wrong kind. The message shows the form that the function needs.",
  FIELD_IMMUTABLE:
    "An Update would change a field that only the server sets, or that is set at creation only. Send the value that the resource has, or leave the field out.",
  FILE_UNREADABLE:
    "A file cannot be read, or its content has another format. Correct the path, the permissions or the content.",
  INSECURE:
    "The options would send or store a secret unprotected. The message names the option that allows it, or a safe alternative.",
  MASK_PATH_INVALID:
    "A mask names a field that does not exist, or that the request does not send. Correct the path.",
  MASK_SYNTAX_INVALID: "A text is not a reset mask. The message marks the position of the error.",
  MESSAGE_INVALID:
    "Bytes, JSON or an object do not have the form of the message type. The message names the field and what it needs.",
  OPTION_CONFLICT: "Two options, or an option and the request, contradict each other. Give one of them.",
  OPTION_INVALID: "An option has a value that it cannot have. The message shows valid values.",
  OPTION_MISSING: "A required option is missing. Add it.",
  OPTION_UNKNOWN: "An option has a name that does not exist. Correct the name.",
  PACKAGE_MISSING:
    "An optional package is needed and not installed. Install the package that the message names.",
  UNSUPPORTED:
    "An option or a function does not work with this method or on this platform. Use the alternative that the message names.",
  VERSION_MISMATCH:
    "A client and its session come from incompatible versions of `@stratus/runtime`. Install one version for both.",
} as const;

/** One of {@link errorCodes}. */
export type RuntimeErrorCode = keyof typeof errorCodes;
