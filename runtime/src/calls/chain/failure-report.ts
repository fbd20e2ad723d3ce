import { findId, maxIdCharacters } from "./response-id.js";
import { readPushback } from "./retry-rule.js";
import type { Interceptor, OutgoingCall } from "./interceptor.js";
import { showText } from "../../base/text/secret-text.js";
import { withMessages } from "./stream-response.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import { StatusError, type FailureOrigin } from "../error/status-error.js";
import { withConnectionFailure, findConnectionFailure } from "../error/connection-failure.js";
import { CallError, type CallErrorInit, explained } from "../error/call-error.js";
import { loadDetailReader } from "../error/load-details.js";
import { errorCode, statusCodes } from "../error/status-code.js";

/** The context of `CallError`s. */
export interface Reporting {
  /** The name of errors, such as `CloudError`. */
  readonly errorName: string;
  /** Types of the service errors among the details of a status. */
  readonly types: readonly MessageType<unknown>[];
}

/**
 * Turns the failure of an attempt into a `CallError` with its service errors, its IDs and the number of the
 * attempt. The error is created inside the chain of promises, so its stack leads back to the caller.
 */
export function failureReports(reporting: Reporting): Interceptor {
  return (next) => (call) =>
    next(call).then(
      (reply) => (reply.messages ? withMessages(reply, reported(reply.messages, call, reporting)) : reply),
      (failure: unknown) => fail(failure, call, reporting),
    );
}

async function* reported(
  messages: AsyncIterable<unknown>,
  call: OutgoingCall,
  reporting: Reporting,
): AsyncIterable<unknown> {
  try {
    yield* messages;
  } catch (failure) {
    await fail(failure, call, reporting);
  }
}

/**
 * Throws the CallError of a failure. The reason of an abort and all other exceptions stay as they are. If the
 * details cannot be decoded, the call is not retried, because the details may forbid it.
 */
async function fail(failure: unknown, call: OutgoingCall, { errorName, types }: Reporting): Promise<never> {
  if (!(failure instanceof StatusError)) throw failure;
  const bytes = failure.trailer.getBinary("grpc-status-details-bin");
  const reader = bytes && (await loadDetailReader());
  if (!reader) throw report(failure, call, errorName);
  if (typeof reader === "string")
    throw explained(report(failure, call, errorName, { retryType: "NOTHING" }), reader);
  const { details = [], message } = reader.readRpcStatus(bytes) ?? {};
  const error = report(failure, call, errorName, reader.decodeDetails(details, types), message);
  if (error.details[0]) reader.addDetails(error, readSecrets(call));
  throw error;
}

/** Returns the CallError of a failure with the contents of its details. */
function report(
  failure: StatusError,
  call: OutgoingCall,
  errorName: string,
  decoded: Partial<CallErrorInit> = {},
  message?: string,
): CallError {
  const { header, trailer } = failure;
  const pushback = readPushback(failure);
  const error = new CallError({
    ...decoded,
    retryDelayMs: typeof pushback === "number" ? pushback : decoded.retryDelayMs,
    name: errorName,
    // The code of the transport wins: it is what every other client sees.
    code: errorCode(failure.code),
    text: errorText(failure, call, message),
    clientReason: failure.clientReason,
    method: call.method.path.slice(1),
    endpoint: call.endpoint.authority,
    attempts: failure.origin === "unsent" ? call.attempt - 1 : call.attempt,
    mayHaveReachedServer: call.mayHaveReachedServer || mayReach(failure.origin),
    earlierMayHaveReachedServer: call.mayHaveReachedServer,
    requestId: showId(findId("x-request-id", failure) ?? decoded.requestId, call),
    traceId: showId(findId("x-trace-id", failure) ?? decoded.traceId, call),
    header: header.hiding(readSecrets(call)),
    trailer: trailer.hiding(readSecrets(call)),
    cause: failure.cause,
  });
  return withConnectionFailure(error, findConnectionFailure(failure));
}

function mayReach(origin: FailureOrigin): boolean {
  return origin === "server" || origin === "connection";
}

/** Maximum length of a server's text. It leaves room for advice. */
const maxTextCharacters = 1_500;

function errorText(failure: StatusError, call: OutgoingCall, detailed: string | undefined): string {
  const isKnown = failure.code in statusCodes;
  const text = failure.message || detailed || "";
  const shown = showText(text, maxTextCharacters, readSecrets(call));
  return isKnown ? shown : `status ${failure.code}: ${shown}`;
}

/** Returns the secrets of a call. A server may quote the token that it rejected. */
function readSecrets({ metadata }: OutgoingCall): string[] {
  const token = metadata.get("authorization")?.replace(/^Bearer /i, "");
  return token ? [token] : [];
}

/** Returns an identifier for logs and errors, without the token of the call. */
export function showId(id: string | undefined, call: OutgoingCall): string | undefined {
  return id === undefined ? undefined : showText(id, maxIdCharacters, readSecrets(call));
}
