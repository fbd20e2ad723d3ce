import type { Next, OutgoingCall } from "../../../runtime/src/calls/chain/interceptor.js";
import { Metadata } from "../../../runtime/src/calls/rpc/metadata.js";
import type { Clock } from "../../../runtime/src/base/time/clock.js";
import type { TransportSettings } from "../../../runtime/src/network/transport/transport-settings.js";
import { ChannelPool } from "./channel-pool.js";
import { callUnary, encode, type LiveCall, type RawCall } from "./grpc-call.js";
import { connectivityState, type Channel } from "@grpc/grpc-js";
import { callStream } from "./grpc-stream.js";
import { StatusError } from "../../../runtime/src/calls/error/status-error.js";
import type { Transport } from "../../../runtime/src/network/transport/transport.js";

const cancelled = 1;
const unavailable = 14;

/** Calls over HTTP/2, by grpc-js. Throws an OptionsError where the settings cannot work. */
export function grpcTransport(settings: TransportSettings, timing: Timing): Transport {
  return new GrpcTransport(settings, timing);
}

/** What the transport knows of time. */
export interface Timing {
  readonly clock: Clock;
  /** Milliseconds until a connection must be established. */
  readonly connectMs: number;
}

class GrpcTransport implements Transport {
  readonly #pool: ChannelPool;
  readonly #timing: Timing;
  readonly #live = new Set<RawCall>();
  #isClosed = false;

  constructor(settings: TransportSettings, timing: Timing) {
    this.#pool = new ChannelPool(settings);
    this.#timing = timing;
  }

  readonly call: Next = (call) => {
    if (call.signal?.aborted) return Promise.reject(call.signal.reason);
    if (this.#isClosed) {
      return Promise.reject(
        new StatusError(cancelled, "the session is closed", Metadata.empty, Metadata.empty),
      );
    }
    try {
      const live = this.#start(this.#pool.channelTo(call.endpoint), call);
      return call.method.kind === "unary" ? callUnary(live) : callStream(live);
    } catch (error) {
      return Promise.reject(error);
    }
  };

  close(): void {
    this.#isClosed = true;
    for (const raw of this.#live) raw.cancelWithStatus(cancelled, "the session was closed");
    this.#pool.close();
  }

  #start(channel: Channel, call: OutgoingCall): LiveCall {
    // Before the call exists: a request that cannot be encoded must leave nothing behind.
    const body = call.messages ? undefined : encode(call, call.message);
    const raw = channel.createCall(call.method.path, this.#deadlineOf(call), null, null, null);
    this.#live.add(raw);
    const stopWatch = this.#watchConnection(channel, call, raw);
    return {
      raw,
      call,
      body,
      end: () => {
        this.#live.delete(raw);
        stopWatch?.();
      },
    };
  }

  /**
   * Ends a call whose connection cannot be established: the library waits
   * forever for a peer that accepts and then stays silent.
   */
  #watchConnection(channel: Channel, call: OutgoingCall, raw: RawCall): (() => void) | undefined {
    if (channel.getConnectivityState(false) === connectivityState.READY) return undefined;
    const { clock, connectMs } = this.#timing;
    return clock.after(connectMs, () => {
      if (channel.getConnectivityState(false) !== connectivityState.CONNECTING) return;
      raw.cancelWithStatus(unavailable, `no connection to ${call.endpoint.target} within ${connectMs} ms`);
      this.#pool.drop(call.endpoint, channel);
    });
  }

  /** The library counts on the wall clock; what matters is the time that is left. */
  #deadlineOf({ deadlineMs }: OutgoingCall): number {
    return deadlineMs === Infinity
      ? Infinity
      : Date.now() + Math.max(0, deadlineMs - this.#timing.clock.nowMs());
  }
}
