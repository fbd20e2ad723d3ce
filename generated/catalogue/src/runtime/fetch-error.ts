/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/fetch-error.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The errors of `fetch` on platforms that report a reason, and of bodies that are too large. Loaded with the first one. */
import type { ClientReason } from "./error-codes.js";
import type { CatalogueError } from "./error.js";
import { makeRequestError, makeUnavailableError, type PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** An error of `fetch`. In Node its cause has the reason, which is an AggregateError if all addresses failed. */
export interface FetchError extends Error {
  /** The reason in Bun. */
  readonly code?: string;
  readonly cause?: { readonly code?: string; readonly syscall?: string; readonly errors?: unknown };
}

/** Codes of Node and Bun for errors without a system call that mean that no connection was made. */
const connectCodes: readonly unknown[] = ["UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"];

/** Makes the error of an attempt that got no complete response. */
export function makeFetchError(
  settings: Settings,
  request: PreparedRequest,
  attempt: number,
  error: unknown,
): CatalogueError {
  if (error instanceof RangeError) {
    const details = { attempts: attempt, clientReason: "MESSAGE_TOO_LARGE", cause: error } as const;
    return makeRequestError(request, "DECODE", error.message, details);
  }
  const { cause, message } = error as FetchError;
  const reason = findReason(cause ?? (error as FetchError));
  return makeUnavailableError(settings, request, attempt, error, reason, cause?.code ?? message);
}

function findReason({ code = "", syscall = "", errors }: NonNullable<FetchError["cause"]>): ClientReason {
  if (/CERT|TLS|SSL|VERIFY/.test(code)) return "TLS_FAILED";
  const isConnect = /^(?:connect|getaddrinfo)$/.test(syscall) || errors !== undefined;
  return isConnect || connectCodes.includes(code) ? "CONNECT_FAILED" : "CONNECTION_LOST";
}
