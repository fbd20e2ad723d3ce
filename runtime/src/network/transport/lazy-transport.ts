import type { Clock } from "../../base/time/clock.js";
import type { Transport } from "./transport.js";

/** Long enough for a program that only looks something up and ends; no server has its first request sooner. */
const preloadDelayMs = 50;

/**
 * A transport that is loaded with the first call, or a moment after it was made, so that a server's first request
 * does not pay for it. A program that ends before pays nothing.
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
  // A failure is told to the calls that wait; without any it is no one's.
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
