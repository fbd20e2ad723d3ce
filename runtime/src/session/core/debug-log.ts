import { CallError } from "../../calls/error/call-error.js";
import type { EndEvent, Hooks } from "../../calls/chain/hooks.js";
import type { LogFields, Logger } from "../../calls/chain/logger.js";
import { showText } from "../../base/text/secret-text.js";
import { OptionsError } from "../../base/text/options-error.js";
import { errorText } from "../../base/text/value-text.js";
import type { Clock } from "../../base/time/clock.js";
import type { WriteDebug } from "./platform.js";
import { variableName } from "./variable-name.js";

/** The dependencies of the debug log. */
export interface DebugParts {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  /** The program's logger, which gets the lines if it has a method `debug`. */
  readonly logger: Logger | undefined;
  readonly clock: Clock;
  /** Reads a variable of the environment, and writes a line that no logger takes. */
  readonly platform: { variable(name: string): string | undefined; writeLine(line: string): void };
  /** Returns the texts that must be hidden: the session's token. */
  readonly secrets: () => readonly string[];
}

const maxCharacters = 1_000;

/** The debug log of a session. */
export interface DebugLog {
  /** Hooks that log calls, attempts, delays and logins. */
  readonly hooks: Hooks;
  readonly write: WriteDebug;
}

/** Returns the debug log of a session; undefined unless its option or the environment enables it. */
export function debugLog(parts: DebugParts, option: boolean | undefined): DebugLog | undefined {
  const { variable: read } = parts.platform;
  const variable = read(variableName(parts, "DEBUG")) ?? read("STRATUS_DEBUG");
  if (!(option ?? isAskedFor(variable))) return undefined;
  const write = lineWriter(parts);
  return {
    write,
    hooks: {
      onCallStart: ({ method, endpoint }) =>
        write("call", endpoint, `${method} begins`, undefined, { method }),
      onCallEnd({ method, endpoint, attempts, ...end }) {
        const count = attempts > 1 ? `, with ${attempts} attempts` : "";
        const facts = { method, attempt: attempts, durationMs: end.durationMs };
        write("call", endpoint, `${method} ${endText(end)}${count}`, end.error, facts);
      },
      onAttemptStart: ({ method, endpoint, attempt }) =>
        write("attempt", endpoint, `${method} attempt ${attempt} begins`, undefined, { method, attempt }),
      onAttemptEnd: ({ method, endpoint, attempt, requestId, ...end }) => {
        const request = requestId === undefined ? "" : `, request ${requestId}`;
        const text = `${method} attempt ${attempt} ${endText(end)}${request}`;
        write("attempt", endpoint, text, end.error, {
          method,
          attempt,
          requestId,
          durationMs: end.durationMs,
        });
      },
      onRetry({ method, endpoint, attempt, error, delayMs, isPushback }) {
        const time = `${msText(delayMs)}${isPushback ? ", as the server asked" : ""}`;
        const text = `${method} attempt ${attempt + 1} follows in ${time}, after ${codeText(error)}`;
        write("retry", endpoint, text, error, { method, attempt, delayMs, isPushback });
      },
      onToken: ({ credentials, durationMs, error }) => {
        const end = error === undefined ? "gave a token" : `failed: ${errorText(error)}`;
        const text = `${credentials} ${end} after ${msText(durationMs)}`;
        write("token", undefined, text, error, { durationMs });
      },
    },
  };
}

function lineWriter({ session, logger, clock, platform, secrets }: DebugParts): DebugLog["write"] {
  return (event, endpoint, text, error, facts = {}) => {
    const message = showText(text.replace(/\s+/g, " "), maxCharacters, secrets());
    const fields: LogFields = {
      event,
      session,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...errorFields(error),
      ...(Object.fromEntries(
        Object.entries(facts).filter(([, value]) => value !== undefined),
      ) as Partial<LogFields>),
    };
    try {
      if (logger?.debug) return logger.debug(fields, message);
      const time = new Date(clock.epochMs()).toISOString();
      const place = endpoint === undefined ? "" : `${endpoint} `;
      platform.writeLine(`${time} ${session} ${event} ${place}${message}`);
    } catch {
      // A log that cannot be written is no reason for a call to fail.
    }
  };
}

/** The codes of an error. */
function errorFields(error: unknown): Pick<LogFields, "code" | "clientReason"> {
  if (error instanceof OptionsError) return { code: error.code };
  if (!(error instanceof CallError)) return {};
  const { code, clientReason } = error;
  return clientReason === undefined ? { code } : { code, clientReason };
}

function isAskedFor(variable: string | undefined): boolean {
  return variable !== undefined && !["", "0", "false"].includes(variable);
}

function endText({ error, durationMs }: Pick<EndEvent, "error" | "durationMs">): string {
  const failure = error instanceof CallError ? `${codeText(error)}: ${error.text}` : errorText(error);
  return `${error === undefined ? "is over" : `failed (${failure})`} after ${msText(durationMs)}`;
}

function codeText({ code, clientReason }: CallError): string {
  return clientReason === undefined ? code : `${code} (${clientReason})`;
}

function msText(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
