import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A relay in front of a server that counts what goes by: it sees what was compressed, whatever both ends say. */
export interface CountingRelay extends AsyncDisposable {
  readonly address: string;
  /** Bytes that clients have sent. */
  readonly sent: number;
  /** Bytes that the server has sent. */
  readonly received: number;
}

/** Starts a relay to an address, on the loopback address. */
export async function relayTo(address: string): Promise<CountingRelay> {
  const [host, port] = address.split(":");
  const counts = { sent: 0, received: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), host);
    for (const [one, other, name] of [
      [near, far, "sent"],
      [far, near, "received"],
    ] as const) {
      sockets.add(one);
      one.on("data", (chunk: Buffer) => (counts[name] += chunk.byteLength));
      one.on("error", () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get sent() {
      return counts.sent;
    },
    get received() {
      return counts.received;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
