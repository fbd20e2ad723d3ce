import { defaults } from "../../base/defaults.js";
import type { ChildProcess } from "node:child_process";
import { requireTimeoutMs } from "../../calls/chain/timeout.js";
import { hidden, showText } from "../../base/text/secret-text.js";
import { OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { builtIn } from "./built-in.js";
import type { AccessToken, Credentials } from "./credentials.js";

/** A command that prints a token. */
export interface CommandTokenOptions {
  /** The program and its arguments, each for itself; no shell reads them. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Time limit of the command, in milliseconds. After 2 s more it is killed. Default: 30 s. */
  readonly timeoutMs?: number | undefined;
  /** How long a token is used, in milliseconds. Default: until the server refuses it. */
  readonly expiresInMs?: number | undefined;
}

/** Longest output that is read, in bytes; a token is far shorter. */
const maxOutputBytes = 64 * 1024;

/**
 * Credentials that a command-line tool prints: `commandToken({ command: ["svc",
 * "iam", "get-access-token"] })`. It runs when a token is needed and when the
 * server refuses one.
 *
 * @throws An OptionsError if the options cannot work.
 */
export function commandToken(options: CommandTokenOptions): Credentials {
  const { command, expiresInMs } = options;
  if (!Array.isArray(command) || command.length === 0 || !command.every((part) => typeof part === "string")) {
    throw new OptionsError("OPTION_INVALID", 'commandToken: write { command: ["program", "argument"] }', {
      option: "command",
    });
  }
  requireKnownNames(options, ["command", "timeoutMs", "expiresInMs"], "commandToken");
  const timeoutMs = requireTimeoutMs(
    options.timeoutMs ?? defaults.commandTimeoutMs,
    "commandToken.timeoutMs",
  );
  if (expiresInMs !== undefined) requireTimeoutMs(expiresInMs, "commandToken.expiresInMs");
  return {
    // Arguments may hold a secret; the program alone says enough.
    description: `the command ${command[0]}`,
    async fetchToken({ signal }): Promise<AccessToken> {
      return { token: await run(command, timeoutMs, signal), expiresInMs };
    },
  };
}

/** A command that was asked to end and has not is ended by force after so many milliseconds. */
const forceAfterMs = 2_000;

function run(
  [program, ...args]: readonly [string, ...string[]],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: maxOutputBytes, windowsHide: true };
    const child = builtIn.childProcess().execFile(program, args, options, (error, output, complaint) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      if (!error) return resolve(output);
      // Without the library's error: its message repeats the arguments, and it holds the output.
      reject(new Error(`${exitText(error)}${complaintText(complaint, [...args, ...splitWords(output)])}`));
    });
    // The call fails at once: a command that does not listen must not hold a call, nor one that it has left behind.
    const stop = (reason: unknown): void => {
      signal.removeEventListener("abort", abort);
      clearTimeout(timer);
      reject(reason);
      end(child);
    };
    const abort = (): void => stop(signal.reason);
    const timer = setTimeout(() => stop(new Error(`it did not end within ${timeoutMs} ms`)), timeoutMs);
    signal.addEventListener("abort", abort, { once: true });
  });
}

function end(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill();
  const force = setTimeout(() => child.kill("SIGKILL"), forceAfterMs);
  child.once("exit", () => clearTimeout(force));
}

interface Failed {
  readonly code?: unknown;
  readonly signal?: unknown;
}

function exitText({ code, signal }: Failed): string {
  if (code === "ENOENT") return "it is not installed, or not in PATH";
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return `it printed more than ${maxOutputBytes} bytes`;
  return typeof code === "number"
    ? `it ended with exit code ${code}`
    : `it was ended by ${String(signal ?? code)}`;
}

/** The first line of what the command complained, without its arguments, which tools like to repeat, and without what may be a token. */
function complaintText(complaint: string, secrets: readonly string[]): string {
  const line = complaint.trim().split("\n")[0] ?? "";
  return line === "" ? "" : `: ${hideOpaque(showText(line, 300, secrets))}`;
}

/** The printed text, word by word: the output of a command that failed may be a token all the same. */
function splitWords(output: string): string[] {
  return output.split(/\s+/, 100);
}

/** Words that say nothing to people: long ones with letters and digits. A path is one that does. */
const opaque = /(?<![\w.~+/=-])(?!\.{0,2}\/)(?=[A-Za-z_.~+/=-]*\d)[\w.~+/=-]{16,}/g;

/**
 * Matches a value that a command assigns to a variable with the name of a secret, as shells print it when they
 * trace commands.
 */
const assigned = /((?:token|secret|password|key)=)\S+/gi;

function hideOpaque(text: string): string {
  return text.replace(assigned, `$1${hidden}`).replace(opaque, hidden);
}
