import { safeText, UsageError } from "@stratus/dynamic-client";
import type { BuiltinCommand } from "./builtin-command.js";

/** The time limit for each request to the MCP server, in milliseconds. */
const timeoutMs = 10_000;

/** The address of an approval page, or its last part, which starts with the port. */
const idPattern = /^(?:http:\/\/127\.0\.0\.1:\d+\/approve\/)?((\d{1,5})-[\w-]{43})$/;

/**
 * Shows a change that waits for an approval in an MCP server of this machine, and asks the user at the controlling terminal.
 * Standard input is not read, because a program may write there.
 *
 * @throws A UsageError if the ID is not valid, if there is no terminal, or if the user gives another answer.
 */
export async function runApprove({ host, argv }: BuiltinCommand): Promise<void> {
  const [given = "", ...others] = argv.words;
  const [, id, port] = idPattern.exec(given) ?? [];
  if (id === undefined || others.length > 0)
    throw new UsageError(
      "ARGUMENT_INVALID",
      `usage: ${host.name} approve ID; the MCP server prints the ID on its standard error`,
    );
  const call = async (body?: URLSearchParams): Promise<string> => {
    const signal = AbortSignal.any([host.signal, AbortSignal.timeout(timeoutMs)]);
    const init = { signal, headers: { accept: "text/plain" }, ...(body && { method: "POST", body }) };
    const response = await fetch(`http://127.0.0.1:${port}/approve/${id}`, init).catch(() => undefined);
    if (response?.ok) return safeText(await response.text());
    throw new UsageError(
      "ARGUMENT_INVALID",
      "approve: no change waits under this ID; it was answered, is older than ten minutes, or the MCP server has ended",
    );
  };
  const change = await call();
  const answer = await host.askAtTerminal(`${change}\nType "approve" or "decline": `);
  const word = answer.trim().toLowerCase();
  if (word !== "approve" && word !== "decline")
    throw new UsageError(
      "NOT_CONFIRMED",
      'approve: the answer was neither "approve" nor "decline", so the change still waits',
    );
  host.say(await call(new URLSearchParams({ answer: word })));
}
