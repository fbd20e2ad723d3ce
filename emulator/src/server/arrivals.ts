import type { EventEmitter } from "node:events";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { Metadata } from "@grpc/grpc-js";
import type { KeptMessage, OpenAttempt, Report } from "../report/report.js";
import { showHeaders } from "../report/report.js";
import { type IncomingCall, readHeaders } from "./incoming-call.js";
import { type SentStatus, sentStatus } from "./sent-status.js";

/** Header by which a call finds its attempt in the report; a client's own is overwritten. */
export const attemptHeader = "x-emulator-attempt";

/** Headers of the transport, which say nothing of the call. */
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
interface Arrival {
  readonly attempt: OpenAttempt;
  readonly stream: ServerHttp2Stream;
}

/**
 * Adds every request to the report as it arrives, by its HTTP/2 stream. grpc-js rejects some requests itself, for
 * example because the method is unknown or a message is too large. Their status is read from the stream.
 */
export class Arrivals {
  readonly #open = new Map<string, Arrival>();
  readonly #report: Report;
  readonly #now: () => number;
  readonly #isLeftOut: (path: string) => boolean;
  #count = 0;

  /** @param isLeftOut returns whether to omit a path from the report because it does not belong to the API */
  constructor(report: Report, now: () => number, isLeftOut: (path: string) => boolean) {
    this.#report = report;
    this.#now = now;
    this.#isLeftOut = isLeftOut;
  }

  /** Follows the streams of a server, ahead of whoever answers them. */
  watch(http2Server: EventEmitter): void {
    http2Server.prependListener("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      delete headers[attemptHeader];
      if (!this.#isLeftOut(headers[":path"] ?? "")) this.#arrive(stream, headers);
    });
  }

  /** The attempt of a call. */
  of(method: string, { attemptId, authority, metadata, deadline }: IncomingCall): OpenAttempt {
    const time = new Date(this.#now());
    return (
      this.#open.get(attemptId)?.attempt ??
      this.#report.open({ time, method, authority, metadata: showHeaders(readHeaders(metadata)), deadline })
    );
  }

  /** Has the request of an attempt in the report; of a stream, the first. */
  keep(attempt: OpenAttempt, message: () => KeptMessage): void {
    if (attempt.message === undefined) this.#report.keep(attempt, message());
  }

  /** Notes how the attempts ended that have been answered by now. */
  settle(): void {
    for (const { attempt, stream } of this.#open.values()) finish(attempt, sentStatus(stream));
  }

  #arrive(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const attempt = this.#report.open({
      time: new Date(this.#now()),
      method: (headers[":path"] ?? "").replace(/^\//, ""),
      authority: headers[":authority"] ?? headers.host ?? "",
      metadata: showHeaders(readHeaders(callMetadata(headers))),
      deadline: parseTimeout(headers["grpc-timeout"]),
    });
    this.#count += 1;
    const id = String(this.#count);
    headers[attemptHeader] = id;
    this.#open.set(id, { attempt, stream });
    stream.once("close", () => {
      this.#open.delete(id);
      finish(attempt, sentStatus(stream) ?? { code: "CANCELLED", message: "the client canceled the call" });
    });
  }
}

function callMetadata(headers: IncomingHttpHeaders): Metadata {
  const metadata = Metadata.fromHttp2Headers(headers);
  for (const name of transportHeaders) metadata.remove(name);
  return metadata;
}

/** The end of `grpc-timeout` (gRPC over HTTP/2, "Requests"), counted from now by the clients' clock. */
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
function finish(attempt: OpenAttempt, sent: SentStatus | undefined): void {
  if (sent === undefined || (attempt.code !== undefined && attempt.code !== "CANCELLED")) return;
  if (attempt.code === "CANCELLED" && (sent.code === "DEADLINE_EXCEEDED" || sent.code === "OK")) return;
  attempt.code = sent.code;
  attempt.error = sent.message;
}
