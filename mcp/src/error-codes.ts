/** Codes of refusals: `error.code` in the structured content of a tool's answer. The codes of `@stratus/dynamic-client` and of the API's errors occur there too. */
export const errorCodes = {
  APPROVAL_PENDING:
    "The user has not yet approved or declined the change on the approval page. Call the tool again with the same arguments.",
  ARGUMENT_INVALID: "An argument of a tool has the wrong form. The message shows the right one.",
  CONFLICT:
    "Somebody else changed the resource, so nothing was changed. The message contains a new plan for the same change.",
  CONFIGURATION_MISSING:
    "The server has no address or no login of the API. The message has the command to run.",
  CONFIRMATION_UNAVAILABLE: "The user has to confirm the change, and the client cannot ask.",
  CREDENTIALS_CHANGED: "The credentials or the endpoint have changed since the plan was made. Plan again.",
  FIELD_READ_ONLY: "Only the server sets this field. Leave it out.",
  GUIDE_INVALID: "The guide of the SDK lacks something that it refers to. Generate the package again.",
  LIMIT_REACHED:
    "The server has reached a limit of calls or changes (`--max-calls`, `--max-changes`, `--rate`).",
  NAME_UNKNOWN: "A method or a field has a name that does not exist. Search with `find_methods`.",
  NOTHING_TO_CHANGE: "The resource already has these values. Nothing is needed.",
  NOT_ALLOWED: "The server was started without permission for this method. The message names the flag.",
  OUTCOME_UNKNOWN:
    "The response to a change was lost, so the change may have been applied. Read the resource before you plan again.",
  PLAN_EXPIRED: "The plan is older than ten minutes. Plan again.",
  PLAN_UNKNOWN: "The plan does not exist, was already used, or belongs to another caller. Plan again.",
  REQUEST_INVALID: "The request violates validation rules of the API. Correct the fields in the message.",
  SUMMARY_CHANGED: "The summary differs from the plan. Pass it unchanged.",
  TOO_MANY_CHANGES: "The plan has more changes than a person can review. Split it.",
  UNEXPECTED: "The tool failed for a reason without a specific code. The message explains it.",
  WRONG_TOOL: "The method or the plan needs another tool. The message names it.",
} as const;

/** One of {@link errorCodes}. */
export type RefusalCode = keyof typeof errorCodes;
