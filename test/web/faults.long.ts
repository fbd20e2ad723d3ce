/** Many calls by `fetch` under faults: each has its effect once. */
import { fileURLToPath } from "node:url";
import { startEmulator } from "@stratus/emulator";
import { Cloud, staticToken } from "@svc/cloud/web";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { expect, it } from "vitest";

/** `WEB_CALLS=500` for a short run. */
const calls = Number(process.env["WEB_CALLS"] ?? 20_000);
const atOnce = 32;

it.each(["grpc-web", "connect"] as const)(
  "calls by %s whose requests fail and whose answers are lost have their effect once each",
  async (protocol) => {
    await using emulator = await startEmulator({
      sdk: fileURLToPath(new URL("../../generated/cloud", import.meta.url)),
      faultRate: 0.2,
    });
    let lost = 0;
    let cut = 0;
    await using cloud = new Cloud({
      baseUrl: emulator.webUrl,
      protocol,
      credentials: staticToken(emulator.issueToken()),
      retry: { baseDelayMs: 1, maxDelayMs: 20 },
      // Beside the emulator's faults, a network that loses requests and answers.
      fetch: async (url, request) => {
        const dice = Math.random();
        if (dice < 0.01 && ++lost > 0) throw new TypeError("fetch failed");
        const answer = await fetch(url, request);
        if (dice < 0.99) return answer;
        cut += 1;
        await answer.body?.cancel();
        throw new TypeError("terminated");
      },
    });
    const instances = new InstanceServiceClient(cloud);
    const parentId = `many-${protocol}`;
    const failures: unknown[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < calls / 2) {
        const name = `vm-${next++}`;
        await instances
          .create({ metadata: { parentId, name }, spec: { cpu: 1 } }, { timeoutMs: 120_000 })
          .catch((error: unknown) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const names: string[] = [];
    for await (const { metadata } of instances.listAll({ parentId })) names.push(metadata.name);
    const attempts = emulator.report().length;
    console.log(
      `${protocol}: ${next} calls, ${attempts} attempts in the report, ${lost} requests and ${cut} answers lost, ${failures.length} failed`,
    );
    expect(failures).toEqual([]);
    expect(names).toHaveLength(next);
    expect(new Set(names).size).toBe(next);
  },
);
