/** What spans and metrics say that they come from: their instrumentation scope. */
export const scopeName = "@stratus/runtime";
