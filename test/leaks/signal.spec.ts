import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cloud, CloudError, mockTransport, staticToken, type CloudOptions } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { runs } from "../runs.js";
import { FaultServer, answer, grpcHeaders } from "../../runtime/src/fixture/fault-server.fixture.js";

/** A server's signal lives as long as the program; its calls come and go by the thousand. */
describe("one long-lived signal", () => {
  const { signal } = new AbortController();
  const listeners = (): number => getEventListeners(signal, "abort").length;
  const warnings: string[] = [];
  const note = ({ name }: Error): unknown => warnings.push(name);

  beforeAll(() => process.on("warning", note));
  afterAll(() => process.off("warning", note));

  it("keeps no listener of thousands of calls that succeed, fail or are repeated", async () => {
    let count = 0;
    const transport = mockTransport({
      get: async () => {
        count += 1;
        if (count % 10 === 0) throw new CloudError({ code: "UNAVAILABLE", text: "try again" });
        if (count % 11 === 0) throw new CloudError({ code: "NOT_FOUND", text: "nothing there" });
        return {};
      },
    });
    await using cloud = openSession({ transport, retry: { baseDelayMs: 1, maxDelayMs: 1 } });
    const instances = new InstanceServiceClient(cloud);
    const calls = runs(2_000);
    await inParallel(calls, 500, () => instances.get({ id: "x" }, { signal, timeoutMs: 10_000 }));
    expect(count).toBeGreaterThan(calls);
    expect(listeners()).toBe(0);
  });

  it("keeps none of calls over a socket, of which some are reset", async () => {
    const reply = answer(new Uint8Array());
    let count = 0;
    await using server = await new FaultServer([
      (stream) => {
        count += 1;
        if (count % 50 === 0) stream.close(2);
        else reply(stream);
      },
    ]).listen();
    await using cloud = openSession({ endpoint: server.address, insecure: true });
    const instances = new InstanceServiceClient(cloud);
    let most = 0;
    await inParallel(500, 50, async () => {
      const call = instances.get({ id: "x" }, { signal, retry: false });
      await Promise.resolve();
      most = Math.max(most, listeners());
      return call;
    });
    expect(count).toBe(500);
    // The signal is listened to while calls are under way, so its emptiness afterwards says something.
    expect(most).toBeGreaterThan(0);
    expect(listeners()).toBe(0);
  });

  it("keeps none of streams that are left, read to the end, or never answered in time", async () => {
    let count = 0;
    await using server = await new FaultServer([
      (stream) => {
        count += 1;
        if (count % 3 === 0) return;
        stream.respond(grpcHeaders, { waitForTrailers: true });
        stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
        for (let left = 3; left > 0; left--) stream.write(Buffer.alloc(5));
        if (count % 3 === 1) stream.end();
      },
    ]).listen();
    await using cloud = openSession({ endpoint: server.address, insecure: true });
    const instances = new InstanceServiceClient(cloud);
    await inParallel(90, 30, async () => {
      const messages = instances.readConsole({ id: "x" }, { signal, timeoutMs: 300 });
      let left = 3;
      for await (const _ of messages) if (--left === 0) break;
    });
    expect(count).toBeGreaterThan(60);
    expect(listeners()).toBe(0);
  });

  it("keeps none of operations that were waited for", async () => {
    const transport = mockTransport({ create: () => ({ id: "operation-1", resourceId: "x" }) });
    await using cloud = openSession({ transport });
    const instances = new InstanceServiceClient(cloud);
    await inParallel(500, 50, async () => {
      const operation = await instances.create({}, { signal });
      await operation.wait({ signal, pollIntervalMs: 1 });
    });
    expect(listeners()).toBe(0);
  });

  it("is no reason for a warning", () => {
    expect(warnings).toEqual([]);
  });
});

function openSession(options: Partial<CloudOptions>): Cloud {
  return new Cloud({ apiDomain: "api.example.com", credentials: staticToken("t"), ...options });
}

/** Starts so many calls, so many at a time; what they fail with is their own affair. */
async function inParallel(total: number, width: number, start: () => PromiseLike<unknown>): Promise<void> {
  for (let done = 0; done < total; done += width) {
    await Promise.allSettled(Array.from({ length: width }, async () => start()));
  }
}
