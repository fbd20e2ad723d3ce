import { safeLine, type SessionHeaders, UsageError } from "@stratus/dynamic-client";
import { isSecretHeader } from "@stratus/runtime/guide";
import type { Argv } from "../argv/read-argv.js";

/**
 * Reads the headers of `--header 'NAME: VALUE'`, as curl and grpcurl take them.
 *
 * @throws A UsageError if a header has another form, contains a secret, or belongs to the protocol.
 */
export function readHeaders({ flags }: Argv): SessionHeaders {
  return flags.flatMap(({ name, value }) => (name === "header" ? [readHeader(value ?? "")] : []));
}

function readHeader(text: string): SessionHeaders[number] {
  const [, given = "", value = ""] = /^([\w.-]+):\s*(.*)$/s.exec(text) ?? [];
  const name = given.toLowerCase();
  if (name === "")
    throw new UsageError(
      "ARGUMENT_INVALID",
      `--header must be NAME: VALUE, such as --header 'x-team: blue', got ${JSON.stringify(safeLine(text.slice(0, 40)))}`,
    );
  if (isSecretHeader(name))
    throw new UsageError(
      "INSECURE",
      `--header ${name} is secret, and other users and the shell history can see arguments; log in, or set it in a program`,
    );
  if (
    name.startsWith("grpc-") ||
    ["host", "te", "content-type", "content-length", "user-agent"].includes(name)
  )
    throw new UsageError("ARGUMENT_INVALID", `--header ${name} belongs to the protocol, which sets it`);
  return [name, value.trim()];
}
