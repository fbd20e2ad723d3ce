import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openCloud } from "../emulator.fixture.js";

const disk = (name: string) => ({ metadata: { parentId: "p", name } });
const keyed = (key: string, headers: Record<string, string> = {}) => ({
  headers: { "X-Idempotency-Key": key, ...headers },
});

describe("a repeated call with its idempotency key", () => {
  it("gets the same operation, as it stands by then, and has one effect", async () => {
    await using cloud = await openCloud({ operationDelayMs: 1000 });
    const key = randomUUID();
    const first = await cloud.must("DiskService/Create", disk("a"), keyed(key));
    const second = await cloud.must("DiskService/Create", disk("a"), keyed(key));
    expect(second["id"]).toBe(first["id"]);
    expect(second).not.toHaveProperty("status");
    cloud.clock.advance(1000);
    const third = await cloud.must("DiskService/Create", disk("a"), keyed(key));
    expect(third).toMatchObject({ id: first["id"], status: {} });
    expect((await cloud.must("DiskService/List", {}))["items"]).toHaveLength(1);
    expect(cloud.emulator.calls().map(({ isReplay }) => isReplay)).toEqual([false, true, true, false]);
  });

  it("has one effect, too, when the calls are made at once", async () => {
    await using cloud = await openCloud();
    const key = randomUUID();
    const calls = Array.from({ length: 10 }, () => cloud.must("ImageService/Create", {}, keyed(key)));
    expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1);
    expect((await cloud.must("ImageService/List", {}))["items"]).toHaveLength(1);
  });

  it("has one effect, too, when the first reply was lost", async () => {
    await using cloud = await openCloud();
    cloud.emulator.script("DiskService/Create", [{ dropResponse: true }]);
    const key = randomUUID();
    expect((await cloud.call("DiskService/Create", disk("a"), keyed(key))).code).toBe("UNAVAILABLE");
    expect((await cloud.must("DiskService/List", {}))["items"]).toHaveLength(1);
    await cloud.must("DiskService/Create", disk("a"), keyed(key));
    expect((await cloud.must("DiskService/List", {}))["items"]).toHaveLength(1);
  });

  it("is carried out when the first call failed, since that had no effect", async () => {
    await using cloud = await openCloud();
    const key = randomUUID();
    cloud.emulator.script("DiskService/Create", [{ code: "UNAVAILABLE" }]);
    expect((await cloud.call("DiskService/Create", disk("a"), keyed(key))).code).toBe("UNAVAILABLE");
    expect((await cloud.call("DiskService/Create", disk("a"), keyed(key))).code).toBe("OK");
  });

  it("is carried out again when the key has expired", async () => {
    await using cloud = await openCloud({ idempotencyLifetimeMs: 1000 });
    const key = randomUUID();
    const first = await cloud.must("ImageService/Create", {}, keyed(key));
    cloud.clock.advance(999);
    expect((await cloud.must("ImageService/Create", {}, keyed(key)))["id"]).toBe(first["id"]);
    cloud.clock.advance(1);
    expect((await cloud.must("ImageService/Create", {}, keyed(key)))["id"]).not.toBe(first["id"]);
  });

  it("is another account's call when another account makes it", async () => {
    await using cloud = await openCloud();
    const key = randomUUID();
    const first = await cloud.must("ImageService/Create", {}, keyed(key));
    const authorization = `Bearer ${cloud.emulator.issueToken({ subject: "someone-else" })}`;
    const second = await cloud.must("ImageService/Create", {}, { ...keyed(key), authorization });
    expect(second["id"]).not.toBe(first["id"]);
  });
});

describe("an idempotency key", () => {
  it("is refused with another request, method or reset mask", async () => {
    await using cloud = await openCloud();
    const key = randomUUID();
    const { resourceId } = await cloud.must("DiskService/Create", disk("a"), keyed(key));
    const update = { metadata: { id: String(resourceId) } };
    const updateKey = randomUUID();
    await cloud.must("DiskService/Update", update, keyed(updateKey));
    const outcomes = [
      await cloud.call("DiskService/Create", disk("b"), keyed(key)),
      await cloud.call("ImageService/Create", disk("a"), keyed(key)),
      await cloud.call("DiskService/Update", update, keyed(updateKey, { "X-ResetMask": "spec.size_bytes" })),
    ];
    for (const { code, message } of outcomes) {
      expect(code).toBe("INVALID_ARGUMENT");
      expect(message).toMatch(/used with another request/);
    }
  });

  it.each(["short", "", "with space in it 1234", "0123456789_0123456789", "x".repeat(257)])(
    "is refused when it is %j",
    async (key) => {
      await using cloud = await openCloud();
      const outcome = await cloud.call("DiskService/Create", disk("a"), keyed(key));
      expect(outcome.code).toBe("INVALID_ARGUMENT");
    },
  );

  it("is ignored by methods that only read", async () => {
    await using cloud = await openCloud();
    const { resourceId } = await cloud.must("DiskService/Create", disk("a"));
    expect((await cloud.call("DiskService/Get", { id: String(resourceId) }, keyed("x"))).code).toBe("OK");
    expect((await cloud.call("DiskService/List", {}, keyed("x"))).code).toBe("OK");
  });
});
