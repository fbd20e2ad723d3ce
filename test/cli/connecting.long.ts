import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine, type Ended } from "./test-host.fixture.js";

const acme = commandLine("@svc/cloud", {
  env: { CLOUD_TOKEN: "t", CLOUD_INSECURE: "true", CLOUD_API_DOMAIN: "api.example.com" },
});

/** A server that accepts connections and says nothing. */
const sockets = new Set<Socket>();
const silent = createServer((socket) => sockets.add(socket.on("error", () => undefined)));
let address: string;

beforeAll(async () => {
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

function get(endpoint: string, isTerminal: boolean, ...flags: readonly string[]): Promise<Ended> {
  const argv = ["compute", "instance", "get", "instance-1", "--endpoint", endpoint, ...flags];
  return acme(argv, { terminals: { err: isTerminal } });
}

describe("a command whose server cannot be reached", () => {
  it("fails at once if nothing listens there", async () => {
    const { code, said } = await get("127.0.0.1:1", false, "-o", "json");
    const text = expect.stringContaining("ECONNREFUSED");
    expect(code).toBe(7);
    expect(JSON.parse(said)).toMatchObject({ error: { code: "UNAVAILABLE", attempts: 1, text } });
  });

  it("fails after two seconds at a terminal if the server says nothing", async () => {
    const { code, said } = await get(address, true);
    expect({ code, said }).toMatchObject({ code: 7, said: expect.stringContaining("within 2000 ms") });
  });

  it("fails after the time of --connect-timeout, anywhere", async () => {
    for (const isTerminal of [true, false]) {
      const { code, said } = await get(address, isTerminal, "--connect-timeout", "150ms");
      expect({ code, said }).toMatchObject({ code: 7, said: expect.stringContaining("within 150 ms") });
      expect(said).not.toContain("connectTimeoutMs");
    }
  });

  it("keeps trying with --wait-for-ready, until its timeout", async () => {
    const { code, said } = await get(
      "127.0.0.1:1",
      false,
      "--wait-for-ready",
      "--timeout",
      "2s",
      "-o",
      "json",
    );
    const { error } = JSON.parse(said.trim().split("\n").at(-1) ?? "") as {
      readonly error: { readonly attempts: number };
    };
    expect(code).toBe(7);
    expect(error.attempts).toBeGreaterThan(1);
  });

  it("waits longer for such a server in a script", async () => {
    const { code, said } = await get(address, false, "--timeout", "2500ms");
    expect({ code, said }).toMatchObject({ code: 7, said: expect.stringContaining("within 2500 ms") });
  });
});
