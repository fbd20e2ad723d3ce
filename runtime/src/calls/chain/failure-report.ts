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

/** What failures are made into. */
export interface Reporting {
  /** What errors are called. */
  readonly errorName: string;
  /** Types of the service errors among the details of a status. */
  readonly types: readonly MessageType<unknown>[];
}

/**
 * Turns the failure of an attempt into a `CallError` with everything that came
 * with it: service errors, ids, number of the attempt. The error is made here,
 * inside the chain of promises, so that its stack leads back to the caller.
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
 * Throws the CallError of a failure. An abort's reason stays as it is, as all does that is not a failure of the call. If
 * details cannot be read, the call is not repeated, since the service may have said so there.
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

/** The CallError of a failure with what its details say. */
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
  });
  return withConnectionFailure(error, findConnectionFailure(failure));
}

function mayReach(origin: FailureOrigin): boolean {
  return origin === "server" || origin === "connection";
}

/** Longest text of a server, so that advice finds room in an error beside it. */
const maxTextCharacters = 1_500;

function errorText(failure: StatusError, call: OutgoingCall, detailed: string | undefined): string {
  const isKnown = failure.code in statusCodes;
  const text = failure.message || detailed || "";
  const shown = showText(text, maxTextCharacters, readSecrets(call));
  return isKnown ? withAdvice(shown, failure) : `status ${failure.code}: ${shown}`;
}

/**
 * Size limits are options; a message that only states them leaves the user to
 * search. A server says the same words of a request that is too large for it, but
 * with a header of its own about them.
 */
function withAdvice(text: string, { code, trailer }: StatusError): string {
  if (text.endsWith("RST_STREAM with code 9")) {
    return `${text}; the metadata of the call is larger than HTTP/2 can send in one block`;
  }
  // A server that is a client of ours too may send on what it was told.
  if (statusCodes[code] !== "RESOURCE_EXHAUSTED" || text.includes("; the ")) return text;
  if (text.startsWith("Received message larger than max"))
    return trailer.size === 0
      ? `${text}; the session's option maxReceiveBytes raises the limit`
      : `${text}; the server does not accept a larger request`;
  if (text.startsWith("Attempted to send message with a size larger")) {
    return `${text}; the session's option maxSendBytes raises the limit`;
  }
  return text;
}

/** A server may repeat the token that it refused. */
function readSecrets({ metadata }: OutgoingCall): string[] {
  const token = metadata.get("authorization")?.replace(/^Bearer /i, "");
  return token ? [token] : [];
}

/** An identifier for people: never the token that the server was sent. */
export function showId(id: string | undefined, call: OutgoingCall): string | undefined {
  return id === undefined ? undefined : showText(id, maxIdCharacters, readSecrets(call));
}
