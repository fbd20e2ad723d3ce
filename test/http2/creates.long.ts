import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@stratus/emulator";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { expect, it } from "vitest";

/** `HTTP2_CREATES=500` for a short run. */
const calls = Number(process.env["HTTP2_CREATES"] ?? 20_000);
/** Sessions, and calls that each makes at once: few, since a call that has lost three connections is not repeated. */
const sessions = 8;
const atOnce = 4;

/** A relay to a server that loses connections. */
interface CuttingRelay extends AsyncDisposable {
  readonly address: string;
  readonly cuts: number;
}

/**
 * Cuts each connection after 4,000 to 120,000 bytes, at any byte of either side, in peace or by a reset. Fewer bytes would now
 * and then lose three connections in a row with one call, which then fails as it should.
 */
async function cuttingRelay(address: string): Promise<CuttingRelay> {
  const [host, port] = address.split(":");
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), host);
    let left = 4_000 + Math.ceil(Math.random() * 116_000);
    const pass = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      from.on("data", (bytes: Buffer) => {
        if (left <= 0) return;
        to.write(bytes.subarray(0, left));
        left -= bytes.byteLength;
        if (left > 0) return;
        cuts += 1;
        if (cuts % 2 === 0) near.resetAndDestroy();
        else near.end();
        far.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Parts of the run, each of them a test with a server. */
const parts = 8;

it.each(Array.from({ length: parts }, (_, part) => part))(
  "creates whose connections are cut and whose server fails have their effect once each, part %i",
  async () => {
    await using emulator = await startEmulator({
      sdk: fileURLToPath(new URL("../../generated/cloud", import.meta.url)),
      faultRate: 0.2,
    });
    await using relay = await cuttingRelay(emulator.address);
    const open = (endpoint: string): Cloud =>
      new Cloud({
        apiDomain: emulator.apiDomain,
        endpoint,
        insecure: true,
        credentials: staticToken(emulator.issueToken()),
        retry: { baseDelayMs: 1, maxDelayMs: 20 },
      });
    const clouds = Array.from({ length: sessions }, () => open(relay.address));
    const parentId = "many";
    const failures: unknown[] = [];
    let next = 0;
    const work = async (cloud: Cloud): Promise<void> => {
      const instances = new InstanceServiceClient(cloud);
      while (next < calls / parts) {
        const name = `vm-${next++}`;
        await instances
          .create({ metadata: { parentId, name }, spec: { cpu: 1 } }, { timeoutMs: 120_000 })
          .catch((error: unknown) => failures.push(error));
      }
    };
    await Promise.all(clouds.flatMap((cloud) => Array.from({ length: atOnce }, () => work(cloud))));
    const names: string[] = [];
    await using direct = open(emulator.address);
    for await (const { metadata } of new InstanceServiceClient(direct).listAll({ parentId }))
      names.push(metadata.name);
    await Promise.all(clouds.map((one) => one.close()));
    console.log(`${next} creates, ${relay.cuts} connections cut, ${failures.length} failed`);
    expect(failures).toEqual([]);
    expect(names).toHaveLength(next);
    expect(new Set(names).size).toBe(next);
  },
);
