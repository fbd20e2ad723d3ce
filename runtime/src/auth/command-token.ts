import { execFile } from "node:child_process";
import { requireTimeoutMs } from "../call/deadline.js";
import { showText } from "../text/secret-text.js";
import { OptionsError } from "../text/options-error.js";
import type { AccessToken, Credentials } from "./credentials.js";

/** A command that prints a token. */
export interface CommandTokenOptions {
  /** The program and its arguments, each for itself; no shell reads them. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Milliseconds until the command is ended. Default 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** How long a token is used, in milliseconds. Default: until the server refuses it. */
  readonly expiresInMs?: number | undefined;
}

const defaultTimeoutMs = 30_000;

/** Longest output that is read, in bytes; a token is far shorter. */
const maxOutputBytes = 64 * 1024;

/**
 * Credentials that a command-line tool prints: `commandToken({ command: ["svc",
 * "iam", "get-access-token"] })`. It runs when a token is needed and when the
 * server refuses one.
 *
 * @throws An OptionsError where the options cannot work.
 */
export function commandToken(options: CommandTokenOptions): Credentials {
  const { command, expiresInMs } = options;
  if (!Array.isArray(command) || command.length === 0 || !command.every((part) => typeof part === "string")) {
    throw new OptionsError('commandToken: write { command: ["program", "argument"] }');
  }
  const timeoutMs = requireTimeoutMs(options.timeoutMs ?? defaultTimeoutMs, "commandToken.timeoutMs");
  if (expiresInMs !== undefined) requireTimeoutMs(expiresInMs, "commandToken.expiresInMs");
  return {
    // Arguments may hold a secret; the program alone says enough.
    description: `the command ${command[0]}`,
    async fetchToken({ signal }): Promise<AccessToken> {
      return { token: await run(command, timeoutMs, signal), expiresInMs };
    },
  };
}

function run(
  [program, ...args]: readonly [string, ...string[]],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: timeoutMs, maxBuffer: maxOutputBytes, signal, windowsHide: true };
    execFile(program, args, options, (error, output, complaint) => {
      if (!error) return resolve(output);
      // Without the library's error: its message repeats the arguments, and it holds the output.
      reject(new Error(`${reasonOf(error, timeoutMs)}${complaintOf(complaint, args)}`));
    });
  });
}

interface Failed {
  readonly code?: unknown;
  readonly killed?: boolean | undefined;
  readonly signal?: unknown;
}

function reasonOf({ code, killed, signal }: Failed, timeoutMs: number): string {
  if (code === "ENOENT") return "it is not installed, or not in PATH";
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return `it printed more than ${maxOutputBytes} bytes`;
  if (killed) return `it did not end within ${timeoutMs} ms`;
  return typeof code === "number"
    ? `it ended with exit code ${code}`
    : `it was ended by ${String(signal ?? code)}`;
}

/** The first line of what the command complained, without its arguments, which tools like to repeat. */
function complaintOf(complaint: string, args: readonly string[]): string {
  const line = complaint.trim().split("\n")[0] ?? "";
  return line === "" ? "" : `: ${showText(line, 300, args)}`;
}
