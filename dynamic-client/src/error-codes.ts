/** Codes of errors that the user can fix: `error.code` of a `UsageError`, in the JSON errors of the CLI and in answers of the MCP server. */
export const errorCodes = {
  ARGUMENT_CONFLICT: "Two arguments contradict each other. Give one of them.",
  ARGUMENT_INVALID:
    "An argument, a flag, a field or a setting has a value that it cannot have. The message shows valid values.",
  ARGUMENT_MISSING: "A required argument, flag or value is missing. Add it.",
  CONFLICT: "Somebody else changed the resource in the meantime. Read it again, and repeat the change.",
  CREDENTIALS_INVALID:
    "The credentials do not have the form that the API needs. The message names the flag and the form.",
  EDITOR_FAILED: "The editor failed. The message names the file that keeps your text.",
  FILE_INVALID: "The content of a file has another format. Correct the content at the place in the message.",
  FILE_UNREADABLE: "A file cannot be read. Correct the path or the permissions.",
  FOLDER_NOT_EMPTY: "The folder to write to is not empty. Choose another folder.",
  INSECURE: "Other users could see a secret, or reach the server. Use the alternative in the message.",
  NAME_AMBIGUOUS: "A name means several things. Use one of the full names in the message.",
  NAME_UNKNOWN:
    "A command, flag, field, service, method, profile or value has a name that does not exist. Correct the name.",
  NOT_CONFIRMED: "A question was not answered with yes, so nothing was changed.",
  PACKAGE_INVALID: "The package is not an SDK that can be called. Generate it again.",
  PACKAGE_MISSING: "The package cannot be found. Install it, or correct its name.",
  TERMINAL_MISSING: "The command asks a question, and nobody can answer. Pass the flag in the message.",
  UNSUPPORTED: "The API or this command does not support the request. Use the alternative in the message.",
} as const;

/** One of {@link errorCodes}. */
export type UsageErrorCode = keyof typeof errorCodes;
