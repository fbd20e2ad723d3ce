import type { EventEmitter } from "node:events";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { Metadata } from "@grpc/grpc-js";
import type { RecordedMessage, RecordedCall, CallLog } from "../calls/call-log.js";
import { showHeaders } from "../calls/call-log.js";
import { type IncomingCall, readHeaders } from "./incoming-call.js";
import { type SentStatus, sentStatus } from "./sent-status.js";

/** The header that identifies the attempt of a call in the log of calls. A value from the client is overwritten. */
export const attemptHeader = "x-emulator-attempt";

/** Headers of the transport, which are omitted from the log of calls. */
const transportHeaders = [
  "te",
  "content-type",
  "accept-encoding",
  "grpc-timeout",
  "grpc-encoding",
  "grpc-accept-encoding",
  attemptHeader,
];

/** An attempt whose stream is open. */
interface ActiveAttempt {
  readonly attempt: RecordedCall;
  readonly stream: ServerHttp2Stream;
}

/**
 * Adds every request to the log of calls as it arrives, by its HTTP/2 stream. grpc-js rejects some requests itself, for
 * example because the method is unknown or a message is too large. Their status is read from the stream.
 */
export class AttemptRecorder {
  readonly #active = new Map<string, ActiveAttempt>();
  readonly #callLog: CallLog;
  readonly #now: () => number;
  readonly #isExcluded: (path: string) => boolean;
  #count = 0;

  /** @param isExcluded returns whether to omit a path because it does not belong to the API */
  constructor(callLog: CallLog, now: () => number, isExcluded: (path: string) => boolean) {
    this.#callLog = callLog;
    this.#now = now;
    this.#isExcluded = isExcluded;
  }

  /** Records the streams of a server before other listeners answer them. */
  watch(http2Server: EventEmitter): void {
    http2Server.prependListener("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      delete headers[attemptHeader];
      if (!this.#isExcluded(headers[":path"] ?? "")) this.#record(stream, headers);
    });
  }

  /** Finds the attempt of a call. */
  findAttempt(method: string, { attemptId, authority, metadata, deadline }: IncomingCall): RecordedCall {
    const time = new Date(this.#now());
    return (
      this.#active.get(attemptId)?.attempt ??
      this.#callLog.open({ time, method, authority, metadata: showHeaders(readHeaders(metadata)), deadline })
    );
  }

  /** Records the request of an attempt, or the first message of a stream. */
  recordRequest(attempt: RecordedCall, message: () => RecordedMessage): void {
    if (attempt.message === undefined) this.#callLog.recordRequest(attempt, message());
  }

  /** Ends an attempt, unless its stream is open: the end of the stream then ends it. */
  end(attempt: RecordedCall, attemptId: string): void {
    if (!this.#active.has(attemptId)) this.#callLog.end(attempt);
  }

  /** Records the outcome of attempts that have been answered. */
  settle(): void {
    for (const { attempt, stream } of this.#active.values()) finish(attempt, sentStatus(stream));
  }

  #record(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const attempt = this.#callLog.open({
      time: new Date(this.#now()),
      method: (headers[":path"] ?? "").replace(/^\//, ""),
      authority: headers[":authority"] ?? headers.host ?? "",
      metadata: showHeaders(readHeaders(callMetadata(headers))),
      deadline: parseTimeout(headers["grpc-timeout"]),
    });
    this.#count += 1;
    const id = String(this.#count);
    headers[attemptHeader] = id;
    this.#active.set(id, { attempt, stream });
    stream.once("close", () => {
      this.#active.delete(id);
      finish(attempt, sentStatus(stream) ?? { code: "CANCELLED", message: "the client canceled the call" });
      this.#callLog.end(attempt);
    });
  }
}

function callMetadata(headers: IncomingHttpHeaders): Metadata {
  const metadata = Metadata.fromHttp2Headers(headers);
  for (const name of transportHeaders) metadata.remove(name);
  return metadata;
}

/** Returns the deadline of `grpc-timeout` (gRPC over HTTP/2, "Requests"), by the system clock. */
function parseTimeout(timeout: string | string[] | undefined): Date | undefined {
  const { value, unit } = /^(?<value>\d{1,8})(?<unit>[HMSmun])$/.exec(String(timeout))?.groups ?? {};
  if (value === undefined || unit === undefined) return undefined;
  const unitMs: Readonly<Record<string, number>> = {
    H: 3_600_000,
    M: 60_000,
    S: 1000,
    m: 1,
    u: 1e-3,
    n: 1e-6,
  };
  return new Date(Date.now() + Number(value) * (unitMs[unit] ?? 1));
}

/**
 * Records the sent status, unless the emulator knows the outcome better. If grpc-js ends a call, the emulator sees it
 * as canceled by its caller, so the status on the wire is used.
 */
function finish(attempt: RecordedCall, sent: SentStatus | undefined): void {
  if (sent === undefined || (attempt.code !== undefined && attempt.code !== "CANCELLED")) return;
  if (attempt.code === "CANCELLED" && (sent.code === "DEADLINE_EXCEEDED" || sent.code === "OK")) return;
  attempt.code = sent.code;
  attempt.error = sent.message;
}
