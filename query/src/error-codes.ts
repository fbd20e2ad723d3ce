/** Codes of errors about how this package is used: `code` of a `QueryUsageError`. */
export const queryErrorCodes = {
  METHOD_UNKNOWN: "The client has no method of this name.",
  METHOD_NOT_DESCRIBED:
    "The client cannot describe its calls, for example because its group of operations is loaded with the first call. Use a client that is loaded.",
  METHOD_NOT_A_READ: "The API does not state that the method changes nothing, so a query must not repeat it.",
  SECRET_IN_KEY: "The request has a secret field, which a query key would show.",
} as const;

/** A code of {@link queryErrorCodes}. */
export type QueryErrorCode = keyof typeof queryErrorCodes;
