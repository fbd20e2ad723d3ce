import { connect } from "node:http2";
import { describe, expect, it } from "vitest";
import { openCloud, zooProtos } from "../emulator.fixture.js";
import { frame, rawCall } from "./raw-call.fixture.js";

const get = "/svc.compute.v1.DiskService/Get";
const large = frame(Buffer.alloc(5 * 1024 * 1024));

describe("the report has what is turned away before any code of the emulator's own sees it", () => {
  it.each([
    {
      name: "a method that the API does not have",
      path: "/svc.compute.v1.DiskService/Explode",
      body: frame(Buffer.alloc(0)),
      want: { code: "UNIMPLEMENTED", error: expect.stringContaining("/svc.compute.v1.DiskService/Explode") },
    },
    {
      name: "a service that the API does not have",
      path: "/svc.Nothing/Get",
      body: frame(Buffer.alloc(0)),
      want: { code: "UNIMPLEMENTED" },
    },
    {
      name: "a request that is too large",
      path: get,
      body: large,
      want: { code: "RESOURCE_EXHAUSTED", error: expect.stringMatching(/larger than max/) },
    },
    {
      name: "a message that claims to be compressed in a way that no one said",
      path: get,
      body: frame(Buffer.from([1, 2, 3]), 1),
      want: { code: "INTERNAL" },
    },
    {
      name: "a message that is compressed in a way that is not known here",
      path: get,
      body: frame(Buffer.from([1, 2, 3]), 1),
      headers: { "grpc-encoding": "brotli" },
      want: { code: "UNIMPLEMENTED", error: expect.stringContaining("brotli") },
    },
    {
      name: "a deadline that is none",
      path: get,
      body: frame(Buffer.alloc(0)),
      headers: { "grpc-timeout": "soon" },
      want: { code: "INTERNAL", deadline: undefined },
    },
    {
      name: "a request that is not gRPC",
      path: get,
      body: Buffer.from("{}"),
      headers: { "content-type": "application/json" },
      want: { code: "UNKNOWN", error: expect.stringContaining("HTTP 415") },
    },
  ])("$name", async ({ path, body, headers = {}, want }) => {
    await using cloud = await openCloud();
    await rawCall(cloud, path, body, headers);
    const [attempt, ...rest] = cloud.emulator.calls();
    expect(rest).toEqual([]);
    expect(attempt).toMatchObject({
      time: new Date("2030-01-01T00:00:00Z"),
      method: path.slice(1),
      authority: "compute.api.example.com:443",
      metadata: { authorization: [expect.stringMatching(/^Bearer sha256:/)] },
      ...want,
    });
    expect(Object.keys(attempt?.metadata ?? {})).toEqual(["authorization"]);
  });

  it("as soon as the caller has the answer, and in order of arrival", async () => {
    await using cloud = await openCloud();
    for (let i = 0; i < 20; i += 1) {
      await cloud.call("DiskService/List");
      await rawCall(cloud, "/svc.Nothing/Get", frame(Buffer.alloc(0)));
      await rawCall(cloud, get, large);
    }
    const codes = cloud.emulator.calls().map(({ code }) => code);
    expect(codes).toEqual(
      Array.from({ length: 20 }, () => ["OK", "UNIMPLEMENTED", "RESOURCE_EXHAUSTED"]).flat(),
    );
  });

  it("also in the middle of a stream of requests", async () => {
    await using cloud = await openCloud({ protos: zooProtos, cwd: zooProtos });
    cloud.emulator.handle<AsyncIterable<{ grams: number }>>("AnimalService/Weigh", async (requests) => {
      let grams = 0n;
      for await (const request of requests) grams += BigInt(request.grams);
      return { grams };
    });
    const body = Buffer.concat([frame(Buffer.from([8, 1])), large]);
    const headers = { ":authority": cloud.authorityOf("zoo") };
    expect(await rawCall(cloud, "/acme.zoo.v1.AnimalService/Weigh", body, headers)).toBe("8");
    const code = () => cloud.emulator.calls().map((attempt) => attempt.code);
    await expect.poll(code).toEqual(["RESOURCE_EXHAUSTED"]);
  });

  it("and a caller whose connection breaks before its request has come", async () => {
    await using cloud = await openCloud();
    const session = connect(`http://${cloud.emulator.address}`);
    session.on("error", () => {});
    const stream = session.request({
      ":method": "POST",
      ":path": get,
      ":authority": cloud.authorityOf("compute"),
      "content-type": "application/grpc",
      "x-emulator-attempt": "1",
      "grpc-timeout": "5S",
    });
    stream.on("error", () => {});
    await expect.poll(() => cloud.emulator.calls()).toMatchObject([{ code: undefined, metadata: {} }]);
    session.destroy();
    await expect.poll(() => cloud.emulator.calls()[0]?.code).toBe("CANCELLED");
  });

  it("but neither health nor reflection, which are no matter of the API", async () => {
    await using cloud = await openCloud();
    expect(await rawCall(cloud, "/grpc.health.v1.Health/Check", frame(Buffer.alloc(0)))).toBe("0");
    expect(cloud.emulator.calls()).toEqual([]);
  });
});
