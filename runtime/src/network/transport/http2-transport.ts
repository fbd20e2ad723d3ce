import type { SecureContext } from "node:tls";
import type { Next, OutgoingCall, IncomingResponse } from "../../calls/chain/interceptor.js";
import type { Endpoint } from "../../calls/endpoint/endpoint.js";
import { blame } from "../../calls/error/broken-way.js";
import { localFailure, StatusError } from "../../calls/error/status-error.js";
import { errorText } from "../../base/text/value-text.js";
import type { Connection } from "./connection/connection.js";
import type { Timing } from "./timing.js";
import { KnownAddresses } from "./connection/known-addresses.js";
import { makeSecureContext } from "./connection/secure-socket.js";
import { Lane } from "./connection/lane.js";
import { Exchange, type ExchangeListener } from "./exchange/exchange.js";
import type { Framed } from "./exchange/frame.js";
import { LiveCalls } from "./exchange/live-calls.js";
import { encodeFrame } from "./exchange/message.js";
import {
  largeBytes,
  requestHeaders,
  type RequestHeaders,
  requireSize,
  setTimeoutHeader,
} from "./exchange/request-headers.js";
import { StreamCall } from "./exchange/stream-call.js";
import { UnaryCall } from "./exchange/unary-call.js";
import type { TransportSettings } from "./transport-settings.js";
import { timedOut } from "./timed-out.js";
import type { Transport } from "./transport.js";

/** An attempt that is ready to be sent. */
interface Prepared {
  readonly call: OutgoingCall;
  readonly lane: Lane;
  readonly head: RequestHeaders;
  readonly body: Framed | undefined;
}

/** Calls by gRPC over HTTP/2. */
export class Http2Transport implements Transport {
  readonly #settings: TransportSettings;
  readonly #timing: Timing;
  /** By target, then by authority, and for large headers by their size: a key made of both would be hashed anew for every call. */
  readonly #lanes = new Map<string, Map<string, Lane>>();
  readonly #addresses: KnownAddresses;
  readonly #live: LiveCalls;
  readonly #secureContext: SecureContext | undefined;
  #isClosed = false;

  /** @throws An OptionsError if certificates cannot be read. */
  constructor(settings: TransportSettings, timing: Timing) {
    this.#settings = settings;
    this.#timing = timing;
    this.#addresses = new KnownAddresses(timing.clock);
    this.#live = new LiveCalls(timing.clock);
    this.#secureContext = makeSecureContext(settings.tls);
  }

  readonly call: Next = (call) => {
    if (call.signal?.aborted) return Promise.reject(call.signal.reason);
    if (this.#isClosed) return Promise.reject(closed());
    try {
      // Before a connection is asked for: a request that cannot be sent must leave nothing behind.
      const usual = this.#laneTo(call.endpoint, call.endpoint.authority);
      const head = requestHeaders(call, this.#settings, usual.scheme);
      const lane = head.size <= largeBytes ? usual : this.#laneForLarge(call.endpoint, head.size);
      const body = call.messages ? undefined : encodeFrame(call, call.message, this.#settings);
      if (!(body instanceof Promise)) return this.#place({ call, lane, head, body });
      return body.then((packed) => this.#place({ call, lane, head, body: packed }));
    } catch (error) {
      return Promise.reject(error);
    }
  };

  close(): void {
    this.#isClosed = true;
    const error = closed();
    this.#live.cancelAll(error);
    for (const siblings of this.#lanes.values()) for (const lane of siblings.values()) lane.close(error);
    this.#lanes.clear();
  }

  /**
   * A proxy that refuses a block of headers as too large ends the connection, with all calls on it: large blocks share
   * connections with blocks of about the same size, which would meet the same limit.
   */
  #laneForLarge(endpoint: Endpoint, headerBytes: number): Lane {
    return this.#laneTo(endpoint, `${endpoint.authority} ${Math.ceil(Math.log2(headerBytes))}`);
  }

  #laneTo(endpoint: Endpoint, name: string): Lane {
    const known = this.#lanes.get(endpoint.target)?.get(name);
    if (known) return known;
    // Without TLS only if the program itself has said what to dial.
    const isPlain = this.#settings.isInsecure && endpoint.isOverridden;
    const tls = isPlain ? undefined : { secureContext: this.#secureContext };
    const goal = { endpoint, settings: this.#settings, addresses: this.#addresses, tls };
    const lane = new Lane(goal, this.#timing);
    const siblings = this.#lanes.get(endpoint.target) ?? new Map<string, Lane>();
    this.#lanes.set(endpoint.target, siblings.set(name, lane));
    return lane;
  }

  #place(prepared: Prepared): Promise<IncomingResponse> {
    const connection = prepared.lane.take();
    return connection ? this.#begin(prepared, connection) : this.#wait(prepared);
  }

  async #wait(prepared: Prepared, isAgain = false): Promise<IncomingResponse> {
    const { call, lane } = prepared;
    const connection = await lane.wait(call, (waitedFor) =>
      timedOut(call, `waited ${waitedFor}`, "unreached"),
    );
    if (!call.signal?.aborted && !this.#isClosed) {
      const leftMs = call.deadlineMs - this.#timing.clock.nowMs();
      // Its answer would come too late, and nobody would know what it did.
      if (call.method.isReadOnly || leftMs >= 2 * (connection.way.roundTripMs ?? 0)) {
        return await this.#begin(prepared, connection, isAgain);
      }
      connection.release();
      const way = { ...connection.way, wasConnected: false, hadAnswered: false };
      throw blame(timedOut(call, "was not sent", "unreached"), way);
    }
    connection.release();
    throw call.signal?.aborted ? call.signal.reason : closed();
  }

  #begin(prepared: Prepared, connection: Connection, isAgain = false): Promise<IncomingResponse> {
    const { call, body } = prepared;
    const listener =
      call.method.kind === "unary"
        ? new UnaryCall(call, this.#settings.maxReceiveBytes)
        : new StreamCall(call, this.#settings);
    let exchange: Exchange;
    try {
      exchange = this.#open(prepared, connection, listener);
    } catch (error) {
      connection.release();
      // The server said goodbye in this very moment; the call has not left, so it costs nothing to take the next.
      if (!connection.isUsable && !this.#isClosed && !isAgain) return this.#wait(prepared, true);
      return Promise.reject(error instanceof StatusError ? error : unsent(error));
    }
    this.#live.add(exchange);
    if (listener instanceof StreamCall) return listener.start(exchange, body);
    listener.start(exchange, body ?? Buffer.alloc(0));
    return listener.reply;
  }

  #open({ call, head }: Prepared, connection: Connection, listener: ExchangeListener): Exchange {
    const { clock } = this.#timing;
    const leftMs = call.deadlineMs - clock.nowMs();
    if (leftMs <= 0) throw timedOut(call, "was not sent", "unreached");
    requireSize(head.size, connection.maxHeaderBytes, call);
    setTimeoutHeader(head.headers, leftMs);
    const { maxReceiveBytes } = this.#settings;
    return new Exchange(
      { connection, call, clock, maxReceiveBytes, listener, onOver: this.#onOver },
      head.headers,
    );
  }

  readonly #onOver = (exchange: Exchange): void => this.#live.delete(exchange);
}

function closed(): StatusError {
  return localFailure("CANCELLED", "the session was closed");
}

/** The failure of a call that its connection did not take. */
function unsent(error: unknown): StatusError {
  return localFailure("UNAVAILABLE", `the connection did not take the call: ${errorText(error)}`, "refused");
}
