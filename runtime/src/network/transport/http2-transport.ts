import type { Next, OutgoingCall, IncomingResponse } from "../../calls/chain/interceptor.js";
import type { Endpoint } from "../../calls/endpoint/endpoint.js";
import { withConnectionFailure } from "../../calls/error/connection-failure.js";
import { localFailure, StatusError } from "../../calls/error/status-error.js";
import { errorText } from "../../base/text/value-text.js";
import type { Connection } from "./connection/connection.js";
import type { Timing } from "./timing.js";
import { AddressHealth } from "./connection/address-health.js";
import { type ClientTls, makeSecureContext } from "./connection/secure-socket.js";
import { Subchannel } from "./connection/subchannel.js";
import { TlsSessions } from "./connection/tls-sessions.js";
import { Exchange, type ExchangeListener } from "./exchange/exchange.js";
import type { EncodedFrame } from "./exchange/message-frame.js";
import { ActiveCalls } from "./exchange/active-calls.js";
import { encodeFrame } from "./exchange/message-codec.js";
import {
  largeBytes,
  makeRequestHeaders,
  type RequestHeaders,
  requireSize,
  setTimeoutHeader,
} from "./exchange/request-headers.js";
import { StreamCall } from "./exchange/stream-call.js";
import { UnaryCall } from "./exchange/unary-call.js";
import type { TransportSettings } from "./transport-settings.js";
import { deadlineExceeded } from "./deadline-exceeded.js";
import type { Transport } from "./transport.js";

/** An attempt that can be sent. */
interface Prepared {
  readonly call: OutgoingCall;
  readonly subchannel: Subchannel;
  readonly request: RequestHeaders;
  readonly body: EncodedFrame | undefined;
}

/** Sends calls by gRPC over HTTP/2. */
export class Http2Transport implements Transport {
  readonly #settings: TransportSettings;
  readonly #timing: Timing;
  /**
   * By target, then by authority, and for large headers by their size. Nested, since a joined key would be hashed for
   * every call.
   */
  readonly #subchannels = new Map<string, Map<string, Subchannel>>();
  readonly #addressHealth: AddressHealth;
  readonly #activeCalls: ActiveCalls;
  readonly #tls: ClientTls;
  #isClosed = false;

  /** @throws An OptionsError if certificates cannot be read. */
  constructor(settings: TransportSettings, timing: Timing) {
    this.#settings = settings;
    this.#timing = timing;
    this.#addressHealth = new AddressHealth(timing.clock);
    this.#activeCalls = new ActiveCalls(timing.clock);
    this.#tls = { secureContext: makeSecureContext(settings.tls), sessions: new TlsSessions() };
  }

  readonly call: Next = (call) => {
    if (call.signal?.aborted) return Promise.reject(call.signal.reason);
    if (this.#isClosed) return Promise.reject(closed());
    try {
      // Before a connection is reserved, so that a request that cannot be sent leaves nothing behind.
      const usual = this.#subchannelFor(call.endpoint, call.endpoint.authority);
      const request = makeRequestHeaders(call, this.#settings, usual.scheme);
      const subchannel =
        request.size <= largeBytes ? usual : this.#subchannelForLargeHeaders(call.endpoint, request.size);
      const body = call.messages ? undefined : encodeFrame(call, call.message, this.#settings);
      if (!(body instanceof Promise)) return this.#assign({ call, subchannel, request, body });
      return body.then((compressed) => this.#assign({ call, subchannel, request, body: compressed }));
    } catch (error) {
      return Promise.reject(error);
    }
  };

  close(): void {
    this.#isClosed = true;
    const error = closed();
    this.#activeCalls.cancelAll(error);
    for (const byName of this.#subchannels.values())
      for (const subchannel of byName.values()) subchannel.close(error);
    this.#subchannels.clear();
  }

  /**
   * Returns the subchannel for large headers. A proxy that refuses them as too large ends the connection with all its
   * calls. Large headers therefore share connections only with headers of about the same size.
   */
  #subchannelForLargeHeaders(endpoint: Endpoint, headerBytes: number): Subchannel {
    return this.#subchannelFor(endpoint, `${endpoint.authority} ${Math.ceil(Math.log2(headerBytes))}`);
  }

  #subchannelFor(endpoint: Endpoint, name: string): Subchannel {
    const known = this.#subchannels.get(endpoint.target)?.get(name);
    if (known) return known;
    // Without TLS only if an option of the session sets the address.
    const isPlain = this.#settings.isInsecure && endpoint.isOverridden;
    const tls = isPlain ? undefined : this.#tls;
    const target = { endpoint, settings: this.#settings, addressHealth: this.#addressHealth, tls };
    const subchannel = new Subchannel(target, this.#timing);
    const byName = this.#subchannels.get(endpoint.target) ?? new Map<string, Subchannel>();
    this.#subchannels.set(endpoint.target, byName.set(name, subchannel));
    return subchannel;
  }

  #assign(prepared: Prepared): Promise<IncomingResponse> {
    const connection = prepared.subchannel.reserveConnection();
    return connection ? this.#start(prepared, connection) : this.#wait(prepared);
  }

  async #wait(prepared: Prepared, isAgain = false): Promise<IncomingResponse> {
    const { call, subchannel } = prepared;
    const connection = await subchannel.waitForConnection(call, (waitedFor) =>
      deadlineExceeded(call, `waited ${waitedFor}`, "unreached"),
    );
    if (!call.signal?.aborted && !this.#isClosed) {
      const leftMs = call.deadlineMs - this.#timing.clock.nowMs();
      // The response would arrive too late, and the outcome would be unknown.
      if (call.method.isReadOnly || leftMs >= 2 * (connection.loss.roundTripMs ?? 0)) {
        return await this.#start(prepared, connection, isAgain);
      }
      connection.releaseStream();
      const unsentOn = { ...connection.loss, wasConnected: false, hadAnswered: false, isOneEvent: false };
      throw withConnectionFailure(deadlineExceeded(call, "was not sent", "unreached"), unsentOn);
    }
    connection.releaseStream();
    throw call.signal?.aborted ? call.signal.reason : closed();
  }

  #start(prepared: Prepared, connection: Connection, isAgain = false): Promise<IncomingResponse> {
    const { call, body } = prepared;
    const listener =
      call.method.kind === "unary"
        ? new UnaryCall(call, this.#settings.maxReceiveBytes)
        : new StreamCall(call, this.#settings);
    let exchange: Exchange;
    try {
      exchange = this.#openExchange(prepared, connection, listener);
    } catch (error) {
      connection.releaseStream();
      // A GOAWAY has just arrived. The call was not sent, so another connection can take it.
      if (!connection.isUsable && !this.#isClosed && !isAgain) return this.#wait(prepared, true);
      return Promise.reject(error instanceof StatusError ? error : unsent(error));
    }
    this.#activeCalls.add(exchange);
    if (listener instanceof StreamCall) return listener.start(exchange, body);
    listener.start(exchange, body ?? Buffer.alloc(0));
    return listener.reply;
  }

  #openExchange({ call, request }: Prepared, connection: Connection, listener: ExchangeListener): Exchange {
    const { clock } = this.#timing;
    const leftMs = call.deadlineMs - clock.nowMs();
    if (leftMs <= 0) throw deadlineExceeded(call, "was not sent", "unreached");
    requireSize(request.size, connection.maxHeaderBytes, call);
    setTimeoutHeader(request.headers, leftMs);
    const { maxReceiveBytes } = this.#settings;
    return new Exchange(
      { connection, call, clock, maxReceiveBytes, listener, onOver: this.#onExchangeEnd },
      request.headers,
    );
  }

  readonly #onExchangeEnd = (exchange: Exchange): void => this.#activeCalls.delete(exchange);
}

function closed(): StatusError {
  return localFailure("CANCELLED", "the session was closed");
}

/** Returns the failure of a call that its connection did not accept. */
function unsent(error: unknown): StatusError {
  return localFailure("UNAVAILABLE", `the connection did not take the call: ${errorText(error)}`, "refused");
}
