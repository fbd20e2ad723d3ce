/** Codes of other errors of commands, in `error.code` of JSON errors. The codes of `@stratus/dynamic-client`, of the runtime and of the API's errors occur there too. */
export const errorCodes = {
  APPLY_FAILED:
    "Some resources of `apply` could not be applied. The message counts them, and the lines before it name each one and the reason. Correct the cause, and apply the same files again.",
  INTERRUPTED: "The command was interrupted with Ctrl-C.",
  QUERY_FAILED:
    "`--query` cannot be evaluated for the response. The call itself succeeded. Correct the query.",
  RESPONSE_INVALID: "The response lacks something that the command needs. The message names an alternative.",
  UNEXPECTED: "The command failed for a reason without a specific code. The message explains it.",
} as const;

/** One of {@link errorCodes}. */
export type CommandErrorCode = keyof typeof errorCodes;
