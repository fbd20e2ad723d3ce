/**
 * The transport over the platform's `fetch`: gRPC-web and Connect, for browsers, workers and other platforms without
 * sockets. Nothing in this folder needs Node.
 *
 * @module
 */
import type { IncomingResponse, Next, OutgoingCall } from "../../../calls/chain/interceptor.js";
import { localFailure, type StatusError } from "../../../calls/error/status-error.js";
import type { Clock } from "../../../base/time/clock.js";
import { deadlineExceeded } from "../deadline-exceeded.js";
import type { Transport } from "../transport.js";
import { errorText } from "../../../base/text/value-text.js";
import type { FetchSettings } from "./fetch-settings.js";
import { GrpcWeb } from "./grpc-web.js";
import { ActiveFetch } from "./active-fetch.js";
import { offlineFailure } from "./offline.js";
import { callUrl, type Protocol, type WebRequest } from "./web-protocol.js";

/** The number of connections that browsers open to a host with HTTP/1.1. */
const browserConnections = 6;

/** Sends calls by the platform's `fetch`. */
export class FetchTransport implements Transport {
  readonly #settings: FetchSettings;
  readonly #clock: Clock;
  #protocol: Protocol | undefined;
  readonly #live = new Set<ActiveFetch>();
  /** The endpoints that have answered, or whose silence was reported. */
  readonly #known = new Set<string>();
  #isClosed = false;

  constructor(settings: FetchSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    if (settings.protocol === "grpc-web") this.#protocol = new GrpcWeb(settings);
  }

  readonly call: Next = async (call) => {
    if (call.signal?.aborted) throw call.signal.reason;
    if (this.#isClosed) throw closed();
    requireKind(call);
    const offline = offlineFailure(call);
    if (offline) throw offline;
    const protocol = this.#protocol ?? (await this.#loadConnect());
    const request = await protocol.request(call, call.deadlineMs - this.#clock.nowMs());
    if (call.signal?.aborted) throw call.signal.reason;
    if (this.#isClosed) throw closed();
    if (call.deadlineMs <= this.#clock.nowMs()) throw deadlineExceeded(call, "was not sent", "unreached");
    return this.#send(call, request, protocol);
  };

  close(): void {
    this.#isClosed = true;
    for (const live of this.#live) live.cancel(closed());
  }

  /** Loads the Connect protocol, which pages with gRPC-web do not need. */
  async #loadConnect(): Promise<Protocol> {
    try {
      const { Connect } = await import("./connect.js");
      return (this.#protocol ??= new Connect(this.#settings));
    } catch (error) {
      throw localFailure(
        "UNAVAILABLE",
        `the part of the program that speaks Connect could not be loaded: ${errorText(error)}`,
        "unsent",
        "MODULE_LOAD_FAILED",
      );
    }
  }

  async #send(call: OutgoingCall, request: WebRequest, protocol: Protocol): Promise<IncomingResponse> {
    const live = new ActiveFetch(call, this.#clock, (over) => this.#live.delete(over));
    this.#live.add(live);
    this.#watchStreams(call);
    try {
      const answer = await live.step(this.#fetch(request, live.signal));
      live.begin();
      this.#known.add(call.endpoint.authority);
      const response = await protocol.read(call, answer, live);
      if (!response.messages) live.end();
      return response;
    } catch (error) {
      // Nobody reads the rest of the response.
      live.cancel(error);
      if (live.lostReason !== undefined) void this.#reportSilence(call, live.lostReason);
      throw error;
    }
  }

  /** Warns with the likely cause when the first call to an endpoint gets no answer. */
  async #reportSilence(call: OutgoingCall, reason: string): Promise<void> {
    const { authority } = call.endpoint;
    if (this.#known.has(authority)) return;
    this.#known.add(authority);
    try {
      // Loaded with the first failure.
      const { findSilenceCause } = await import("./silence-cause.js");
      const cause = await findSilenceCause(callUrl(call), reason);
      this.#settings.warnOfSilence(authority, `${authority} does not answer. Likely cause: ${cause}`);
    } catch {
      this.#settings.warnOfSilence(authority, `${authority} does not answer: ${reason}`);
    }
  }

  /**
   * Warns when streams use all connections of HTTP/1.1, which browsers always use without TLS. With TLS the version is
   * unknown.
   */
  #watchStreams({ endpoint: { authority, target }, method }: OutgoingCall): void {
    const isBrowser = (globalThis as { readonly document?: unknown }).document !== undefined;
    if (method.kind !== "serverStreaming" || !isBrowser || !target.startsWith("http:")) return;
    const open = Array.from(this.#live).filter((live) => live.isStreamTo(authority)).length;
    if (open !== browserConnections) return;
    this.#settings.warnOfStreams(
      authority,
      `${authority}: ${open} streams are open, and a browser has no more connections to a host by HTTP/1.1: all other calls wait until one of them ends. Serve pages by https and HTTP/2`,
    );
  }

  async #fetch({ url, method, headers, body }: WebRequest, signal: AbortSignal) {
    const { fetch } = this.#settings;
    const request = { method, headers, signal, redirect: "manual" as const };
    // Some implementations of fetch never end an empty body over HTTP/2.
    return fetch(url, body?.byteLength ? { ...request, body: ownBuffer(body) } : request);
  }
}

/** Copies a view of a larger buffer, since `fetch` would send the whole buffer. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const isOwn = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isOwn ? bytes.buffer : new Uint8Array(bytes).buffer;
}

/** @throws A StatusError for a method whose requests are a stream. */
function requireKind({ method }: OutgoingCall): void {
  if (method.kind === "unary" || method.kind === "serverStreaming") return;
  throw localFailure(
    "UNIMPLEMENTED",
    `${method.path.slice(1)} has a stream of requests, which fetch cannot carry; call it from Node, or from a server of yours`,
    "unsent",
    "UNSUPPORTED",
  );
}

function closed(): StatusError {
  return localFailure("CANCELLED", "the session was closed");
}
