import { Metadata } from "@grpc/grpc-js";
import { describe, expect, it } from "vitest";
import { patienceMs } from "../../../test/patience.js";
import { openCloud } from "../emulator.fixture.js";
import { readHeaders } from "../server/incoming-call.js";
import { CallLog, showHeaders } from "./call-log.js";

describe("the report", () => {
  it("tells of each attempt what came and what became of it", async () => {
    await using cloud = await openCloud();
    await cloud.call(
      "DiskService/Get",
      { id: "nope" },
      { headers: { "X-Test": "1" }, timeoutMs: patienceMs },
    );
    const [attempt, ...rest] = cloud.emulator.calls();
    expect(rest).toEqual([]);
    expect(attempt).toMatchObject({
      time: new Date("2030-01-01T00:00:00Z"),
      method: "svc.compute.v1.DiskService/Get",
      authority: "compute.api.example.com:443",
      metadata: { "x-test": ["1"] },
      message: { id: "nope" },
      account: "tester",
      code: "NOT_FOUND",
      error: 'Disk "nope" does not exist',
    });
    const leftMs = (attempt?.deadline?.getTime() ?? 0) - Date.now();
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(patienceMs);
    cloud.emulator.clearCalls();
    expect(cloud.emulator.calls()).toEqual([]);
  });

  it("has attempts that were turned away, too", async () => {
    await using cloud = await openCloud();
    await cloud.call("DiskService/List", {}, { authorization: null });
    await cloud.call("DiskService/List", {}, { authority: "elsewhere:1" });
    const seen = cloud.emulator.calls().map(({ code, account }) => ({ code, account }));
    expect(seen).toEqual([
      { code: "UNAUTHENTICATED", account: undefined },
      { code: "UNIMPLEMENTED", account: undefined },
    ]);
  });

  it("has exchanges by HTTP, with a digest of what gives access", async () => {
    await using cloud = await openCloud();
    const url = `${cloud.emulator.authUrl}/oauth2/token/exchange`;
    const form = { grant_type: "password", subject_token: "secret-1", subject_token_type: "jwt" };
    await fetch(url, { method: "POST", body: new URLSearchParams(form) });
    await fetch(`${url}/nowhere?key=secret-2`);
    const attempts = cloud.emulator.calls();
    expect(attempts).toMatchObject([
      {
        method: "POST /oauth2/token/exchange",
        authority: new URL(url).host,
        metadata: { "content-type": ["application/x-www-form-urlencoded;charset=UTF-8"] },
        message: {
          grant_type: ["password"],
          subject_token: [expect.stringMatching(/^sha256:/)],
          subject_token_type: ["jwt"],
        },
        code: "INVALID_ARGUMENT",
        reason: "GRANT_TYPE_UNSUPPORTED",
        error: expect.stringMatching(/^grant_type: must be urn/),
      },
      { method: "GET /oauth2/token/exchange/nowhere", message: undefined, code: "UNIMPLEMENTED" },
    ]);
    expect(JSON.stringify(attempts)).not.toContain("secret-");
  });

  it("forgets the oldest attempts when there are too many", () => {
    const callLog = new CallLog({ maxCalls: 2, maxBytes: 1e6 });
    for (const method of ["a", "b", "c"]) {
      callLog.open({ time: new Date(0), method, authority: "", metadata: {}, deadline: undefined });
    }
    expect(callLog.calls().map(({ method }) => method)).toEqual(["b", "c"]);
  });
});

describe("the memory of the report", () => {
  it("holds as many bytes as it may, whoever sends them", async () => {
    await using cloud = await openCloud({ maxCallBytes: 1_000_000 });
    const name = "n".repeat(200_000);
    for (let n = 0; n < 12; n += 1) {
      const outcome = await cloud.call("DiskService/Create", { metadata: { name } }, { authorization: null });
      expect(outcome.code).toBe("UNAUTHENTICATED");
    }
    const kept = cloud.emulator.calls();
    expect(kept.length).toBe(4);
    expect(kept.at(-1)?.message).toEqual({ metadata: { name } });
  });

  it("does without a request that would push all others out", async () => {
    await using cloud = await openCloud({ maxCallBytes: 100_000 });
    await cloud.call("DiskService/Get", { id: "first" });
    await cloud.call("DiskService/Get", { id: "i".repeat(50_000) });
    expect(cloud.emulator.calls()).toMatchObject([
      { message: { id: "first" } },
      { message: { unprintable: "50004 bytes are more than the log of calls stores" }, code: "NOT_FOUND" },
    ]);
  });

  it("holds many headers within the same bounds", () => {
    const callLog = new CallLog({ maxCalls: 10_000, maxBytes: 100_000 });
    const metadata = { "x-large": ["v".repeat(30_000)] };
    for (let n = 0; n < 100; n += 1) {
      callLog.open({ time: new Date(0), method: `${n}`, authority: "", metadata, deadline: undefined });
    }
    expect(callLog.calls().map(({ method }) => method)).toEqual(["97", "98", "99"]);
  });
});

describe("metadata in the report", () => {
  it("shows headers, and of what gives access a digest that is equal for equal tokens", () => {
    const shown = (token: string) => {
      const metadata = new Metadata();
      metadata.set("authorization", `Bearer ${token}`);
      metadata.set("cookie", "session=secret-1");
      metadata.set("x-api-key", "secret-2");
      metadata.set("x-idempotency-key", "key-1");
      metadata.set("trace-bin", Buffer.from([1, 2]));
      return showHeaders(readHeaders(metadata));
    };
    const one = shown("secret-3");
    expect(one).toMatchObject({ "x-idempotency-key": ["key-1"], "trace-bin": ["AQI="] });
    expect(one["authorization"]?.[0]).toMatch(/^Bearer sha256:[0-9a-f]{16}$/);
    expect(JSON.stringify(one)).not.toContain("secret");
    expect(shown("secret-3")).toEqual(one);
    expect(shown("secret-4")).not.toEqual(one);
  });
});
