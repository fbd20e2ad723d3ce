/** Many calls by `fetch` under faults: each has its effect once. */
import { fileURLToPath } from "node:url";
import { startEmulator } from "@stratus/emulator";
import { Cloud, type FetchFunction, staticToken } from "@svc/cloud/web";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { Agent, fetch as undiciFetch } from "undici";
import { expect, it } from "vitest";
import { startFaultyNetwork } from "./faulty-network.fixture.js";

/** `WEB_CALLS=500` for a short run. */
const calls = Number(process.env["WEB_CALLS"] ?? 20_000);
const atOnce = 32;

it.each([
  ["grpc-web", "HTTP/1.1"],
  ["grpc-web", "HTTP/2"],
  ["connect", "HTTP/1.1"],
  ["connect", "HTTP/2"],
] as const)(
  "calls by %s over %s whose requests fail and whose answers are lost have their effect once each",
  async (protocol, version) => {
    await using emulator = await startEmulator({
      sdk: fileURLToPath(new URL("../../generated/cloud", import.meta.url)),
      faultRate: 0.2,
    });
    // Beside the emulator's faults, a network with its own.
    await using network = await startFaultyNetwork(emulator.webUrl, version === "HTTP/2");
    const { certificate: ca, faults, url } = network;
    const agent = ca === undefined ? undefined : new Agent({ allowH2: true, connect: { ca } });
    const secureFetch = (address: string, request: object): unknown =>
      undiciFetch(address, { ...request, dispatcher: agent! });
    await using cloud = new Cloud({
      baseUrl: url,
      protocol,
      credentials: staticToken(emulator.issueToken()),
      retry: { baseDelayMs: 1, maxDelayMs: 20 },
      // A busy machine may not answer a call in the 10 s of the default.
      unansweredTimeoutMs: 120_000,
      ...(agent && { fetch: secureFetch as FetchFunction }),
    });
    const instances = new InstanceServiceClient(cloud);
    const parentId = `many-${protocol}`;
    const failures: unknown[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < calls / 4) {
        const name = `vm-${next++}`;
        await instances
          .create({ metadata: { parentId, name }, spec: { cpu: 1 } }, { timeoutMs: 120_000 })
          .catch((error: unknown) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const names: string[] = [];
    for await (const { metadata } of instances.listAll({ parentId })) names.push(metadata.name);
    await agent?.destroy();
    const told = Object.entries(faults).map(([fault, count]) => `${count} ${fault}`);
    console.log(
      `${protocol} over ${version}: ${next} calls, ${emulator.calls().length} attempts in the report, ${told.join(", ")}, ${failures.length} failed`,
    );
    expect(failures).toEqual([]);
    expect(names).toHaveLength(next);
    expect(new Set(names).size).toBe(next);
    expect(Object.values(faults)).not.toContain(0);
  },
  900_000,
);
