import { openTelemetryHooks } from "@stratus/runtime/opentelemetry";
import { CloudError, mock } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { describe, expect, it } from "vitest";
import { openSession, startCloud } from "../end-to-end/local-cloud.fixture.js";
import { Telemetry } from "../../runtime/src/fixture/telemetry.fixture.js";
import { codedError } from "../coded-error.js";

const service = "svc.compute.v1.InstanceService";

describe("the spans of a generated client", () => {
  it("are there without a network, and handlers of a mock see what they are under", async () => {
    await using telemetry = new Telemetry();
    const seen: (string | undefined)[] = [];
    const instances = mock(
      InstanceServiceClient,
      {
        get: ({ id }, { metadata, attempt }) => {
          seen.push(metadata.get("traceparent")?.split("-").slice(1, 3).join("-"));
          if (attempt === 1) throw new CloudError({ code: "UNAVAILABLE", text: "down" });
          return { metadata: { id } };
        },
        async *readConsole() {
          yield { data: Buffer.from("booting") };
          yield { data: Buffer.from("ready") };
        },
      },
      { hooks: openTelemetryHooks(telemetry.options), retry: { baseDelayMs: 1 } },
    );
    await instances.get({ id: "1" });
    for await (const _ of instances.readConsole({ id: "1" })) continue;
    await expect(instances.delete({ id: "1" })).rejects.toThrow(codedError("UNIMPLEMENTED"));
    expect(seen).toEqual(telemetry.idsOf(`Attempt.${service}/Get`));
    const calls = telemetry.shown.filter(({ name }) => name.startsWith(service));
    expect(calls).toMatchObject([
      { name: `${service}/Get`, status: "UNSET", attributes: { "stratus.attempts": 2 } },
      { name: `${service}/ReadConsole`, status: "UNSET", attributes: { "stratus.messages.received": 2 } },
      { name: `${service}/Delete`, status: "ERROR", attributes: { "rpc.status_code": "UNIMPLEMENTED" } },
    ]);
  });

  it("are those of every call that a helper makes, and nothing of the messages is in them", async () => {
    await using telemetry = new Telemetry();
    const emulator = await startCloud({ operationDelayMs: 20 });
    await using cloud = openSession(emulator, { hooks: [openTelemetryHooks(telemetry.options), {}] });
    const instances = new InstanceServiceClient(cloud);
    const made = await instances.create({
      metadata: { parentId: "p", name: "marker-name" },
      spec: { cpu: 4, userData: Buffer.from("marker-data") },
    });
    await made.wait({ pollIntervalMs: 5 });
    await instances.modify({ id: made.resourceId }, (vm) => {
      vm.spec.cpu = 8;
    });
    for await (const _ of instances.listAll({ parentId: "p" })) continue;
    await cloud.close();
    await emulator.close();
    const names = telemetry.shown.map(({ name }) => name);
    const calls = ["Create", "Get", "Update", "List"].map((rpc) => `${service}/${rpc}`);
    expect(names).toEqual(expect.arrayContaining([...calls, `Wait.${service}/Create`, "access token"]));
    expect(names).toContain("svc.iam.v1.TokenExchangeService/Exchange");
    const shown = JSON.stringify([telemetry.shown, await telemetry.points()]);
    expect(shown).not.toMatch(/marker|eyJ/);
  });
});
