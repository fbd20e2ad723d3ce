import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A relay that makes a server far away: all that goes by takes some time in each direction. */
export interface DelayingRelay extends AsyncDisposable {
  readonly address: string;
}

/** Starts a relay to an address that delays data by half a round trip. */
export async function relayTo(address: string, roundTripMs: number): Promise<DelayingRelay> {
  const [host, port] = address.split(":");
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      // Timers of one length fire in the order in which they were set.
      one.on("data", (chunk) => setTimeout(() => other.write(chunk), roundTripMs / 2));
      one.on("end", () => setTimeout(() => other.end(), roundTripMs / 2));
      one.on("error", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
