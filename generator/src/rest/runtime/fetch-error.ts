/** The errors of `fetch` on platforms that report a reason, and of bodies that are too large. Loaded with the first one. */
import type { ClientReason } from "./error-codes.js";
import type { ApiError } from "./error.js";
import { makeUnavailableError, type Attempt } from "./active-call.js";
import { makeRequestError } from "./request.js";

/** An error of `fetch`. In Node its cause has the reason, which is an AggregateError if all addresses failed. */
export interface FetchError extends Error {
  /** The reason in Bun. */
  readonly code?: string;
  readonly cause?: { readonly code?: string; readonly syscall?: string; readonly errors?: unknown };
}

/** Codes of Node and Bun for errors without a system call that mean that no connection was made. */
const connectCodes: readonly unknown[] = ["UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"];

/** Makes the error of an attempt that got no complete response. */
export function makeFetchError(call: Attempt, error: unknown): ApiError {
  if (error instanceof RangeError) {
    const details = { attempts: call.attempt, clientReason: "MESSAGE_TOO_LARGE", cause: error } as const;
    return makeRequestError(call.request, "DECODE", error.message, details);
  }
  const { cause, message } = error as FetchError;
  const reason = findReason(cause ?? (error as FetchError));
  return makeUnavailableError(call, error, reason, cause?.code ?? message);
}

function findReason({ code = "", syscall = "", errors }: NonNullable<FetchError["cause"]>): ClientReason {
  if (/CERT|TLS|SSL|VERIFY/.test(code)) return "TLS_FAILED";
  const isConnect = /^(?:connect|getaddrinfo)$/.test(syscall) || errors !== undefined;
  return isConnect || connectCodes.includes(code) ? "CONNECT_FAILED" : "CONNECTION_LOST";
}
