import type { Clock } from "../../base/time/clock.js";
import type { Transport } from "./transport.js";

/**
 * Milliseconds until the transport is loaded without a call. A short program ends before, and no server gets its first
 * request sooner.
 */
const preloadDelayMs = 50;

/**
 * Returns a transport that is loaded with the first call, or 50 ms after it was created, so that the first request of a
 * server does not wait for it. A program that ends before never loads it.
 */
export function lazyTransport(load: () => Promise<Transport>, clock: Clock): Transport {
  let ready: Transport | undefined;
  let loading: Promise<Transport> | undefined;
  let isClosed = false;
  const loaded = (): Promise<Transport> => {
    stopWaiting();
    return (loading ??= load().then((transport) => {
      ready = transport;
      if (isClosed) transport.close();
      return transport;
    }));
  };
  // A failure rejects the calls that wait. Without any it is ignored, and the next call reports it.
  const stopWaiting = clock.after(preloadDelayMs, () => loaded().catch(() => undefined), true);
  return {
    call: (call) => (ready ? ready.call(call) : loaded().then((transport) => transport.call(call))),
    close() {
      isClosed = true;
      stopWaiting();
      ready?.close();
    },
  };
}
