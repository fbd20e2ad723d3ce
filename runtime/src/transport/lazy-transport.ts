import type { Transport } from "./transport.js";

/**
 * A transport that is loaded while the program goes on: loading starts at once,
 * and the first calls wait for its end. A program that only imports a client
 * pays nothing for it.
 */
export function lazyTransport(load: () => Promise<Transport>): Transport {
  let ready: Transport | undefined;
  let isClosed = false;
  const loading = load().then((transport) => {
    ready = transport;
    if (isClosed) transport.close();
    return transport;
  });
  // A failure is told to the calls that wait; without any it is no one's.
  loading.catch(() => undefined);
  return {
    call: (call) => (ready ? ready.call(call) : loading.then((transport) => transport.call(call))),
    close() {
      isClosed = true;
      ready?.close();
    },
  };
}
