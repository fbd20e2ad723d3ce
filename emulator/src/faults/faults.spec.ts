import { describe, expect, it } from "vitest";
import { openCloud } from "../emulator.fixture.js";
import { Faults } from "./faults.js";

describe("a script", () => {
  it("meets one attempt with each step, then lets all through", async () => {
    await using cloud = await openCloud();
    cloud.emulator.script("DiskService/List", [
      { code: "UNAVAILABLE" },
      { pass: true },
      {
        code: "RESOURCE_EXHAUSTED",
        message: "slow down",
        kind: "TooManyRequests",
        fields: { violation: "rps" },
        retryType: "CALL",
        retryPushbackMs: 250,
      },
    ]);
    const outcomes = [];
    for (let i = 0; i < 4; i += 1) outcomes.push(await cloud.call("DiskService/List"));
    expect(outcomes.map(({ code }) => code)).toEqual(["UNAVAILABLE", "OK", "RESOURCE_EXHAUSTED", "OK"]);
    expect(outcomes[2]).toMatchObject({
      message: "slow down",
      details: [{ tooManyRequests: { violation: "rps" }, retryType: "RETRY_TYPE_CALL" }],
    });
    expect(outcomes[2]?.trailers?.get("grpc-retry-pushback-ms")).toEqual(["250"]);
    expect(cloud.emulator.calls().map(({ fault }) => fault)).toEqual([
      "UNAVAILABLE",
      undefined,
      "RESOURCE_EXHAUSTED",
      undefined,
    ]);
  });

  it("delays an attempt by the emulator's clock", async () => {
    await using cloud = await openCloud();
    cloud.emulator.script("DiskService/List", [{ delayMs: 5000 }]);
    let isDone = false;
    const call = cloud.call("DiskService/List").then((outcome) => {
      isDone = true;
      return outcome;
    });
    await expect.poll(() => cloud.emulator.calls().length).toBe(1);
    expect(isDone).toBe(false);
    cloud.clock.advance(5000);
    expect((await call).code).toBe("OK");
  });

  it("leaves the caller its deadline", async () => {
    await using cloud = await openCloud();
    cloud.emulator.script("DiskService/List", [{ delayMs: 60_000 }]);
    expect((await cloud.call("DiskService/List", {}, { timeoutMs: 100 })).code).toBe("DEADLINE_EXCEEDED");
    await expect.poll(() => cloud.emulator.calls()[0]?.code).toBe("CANCELLED");
  });

  it("is refused for a method that the API does not have", async () => {
    await using cloud = await openCloud();
    expect(() => cloud.emulator.script("DiskService/Explode", [])).toThrow(
      /no method "DiskService\/Explode"/,
    );
    expect(() => cloud.emulator.script("Service/Create", [])).toThrow(/no method/);
  });
});

describe("faults at a rate", () => {
  it("are half before the effect and half after it", () => {
    let seed = 1;
    const random = (size: number) =>
      Uint8Array.from({ length: size }, () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        return (seed >>> 16) & 255;
      });
    const faults = new Faults(0.2, random);
    const steps = Array.from({ length: 10_000 }, () => faults.next("any"));
    const before = steps.filter((step) => step?.code === "UNAVAILABLE").length;
    const after = steps.filter((step) => step?.dropResponse === true).length;
    expect(before).toBeGreaterThan(850);
    expect(before).toBeLessThan(1150);
    expect(after).toBeGreaterThan(850);
    expect(after).toBeLessThan(1150);
  });
});
