import { create, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import type { ServiceError } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCloud, type TestCloud, zooProtos } from "../emulator.fixture.js";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud({ protos: zooProtos, cwd: zooProtos });
});
afterAll(() => cloud[Symbol.asyncDispose]());

const service = "/acme.zoo.v1.AnimalService";

function encode(name: string, fields: Record<string, unknown>): Buffer {
  const desc = cloud.emulator.api.registry.getMessage(`acme.zoo.v1.${name}`)!;
  return Buffer.from(toBinary(desc, create(desc, fields as Record<string, never>)));
}

function decode(name: string, bytes: Uint8Array): Message & Record<string, unknown> {
  const desc = cloud.emulator.api.registry.getMessage(`acme.zoo.v1.${name}`)!;
  return fromBinary(desc, bytes) as Message & Record<string, unknown>;
}

function pass(bytes: Buffer): Buffer {
  return bytes;
}

/** Sends weights, and gives the sum or the code of the error. */
function weigh(weights: readonly number[]): Promise<unknown> {
  return new Promise((done) => {
    const client = cloud.client(cloud.authorityOf("zoo"));
    const reply = (error: ServiceError | null, bytes?: Buffer) =>
      done(error === null ? decode("WeighResponse", bytes ?? Buffer.alloc(0))["grams"] : error.code);
    const call = client.makeClientStreamRequest(`${service}/Weigh`, pass, pass, cloud.headers({}), reply);
    for (const grams of weights) call.write(encode("WeighRequest", { grams }));
    call.end();
  });
}

describe("a handler of a method that takes a stream", () => {
  it("reads the requests to their end and answers once", async () => {
    expect(await weigh([1])).toBe(12);
    cloud.emulator.handle<AsyncIterable<{ grams: number }>>("AnimalService/Weigh", async (requests) => {
      let grams = 0n;
      for await (const request of requests) grams += BigInt(request.grams);
      return { grams };
    });
    expect(await weigh([5, 7, 30])).toBe(42n);
    expect(await weigh([])).toBe(0n);
    expect(await weigh(Array.from({ length: 2000 }, () => 1))).toBe(2000n);
  });

  it("is never told that a stream was whole whose caller has left", async () => {
    const told: string[] = [];
    let reasons: unknown[] = [];
    cloud.emulator.handle<AsyncIterable<{ grams: number }>>(
      "AnimalService/Weigh",
      async (requests, context) => {
        context.signal.addEventListener("abort", () => reasons.push(context.signal.reason));
        let count = 0;
        try {
          for await (const _ of requests) count += 1;
          told.push("whole");
        } catch (error) {
          told.push((error as { code: string }).code);
          throw error;
        }
        return { grams: BigInt(count) };
      },
    );
    for (const messages of [0, 1, 3, 100]) {
      told.length = 0;
      reasons = [];
      cloud.emulator.clearCalls();
      const client = cloud.client(cloud.authorityOf("zoo"));
      const call = client.makeClientStreamRequest(
        `${service}/Weigh`,
        pass,
        pass,
        cloud.headers({}),
        () => {},
      );
      for (let i = 0; i < messages; i += 1) call.write(encode("WeighRequest", { grams: 1 }));
      await expect.poll(() => cloud.emulator.calls()).toHaveLength(1);
      call.cancel();
      await expect.poll(() => told).toEqual(["CANCELLED"]);
      await expect
        .poll(() => cloud.emulator.calls())
        .toMatchObject([{ code: "CANCELLED", error: "the client canceled the call" }]);
      expect(reasons).toMatchObject([{ code: "CANCELLED" }]);
    }
  });

  it("answers each request as it comes, in both directions at once", async () => {
    cloud.emulator.handle<AsyncIterable<{ word: string }>>("AnimalService/Talk", async function* (requests) {
      for await (const { word } of requests) yield { echo: `${word} ${word}` };
    });
    const client = cloud.client(cloud.authorityOf("zoo"));
    const call = client.makeBidiStreamRequest(`${service}/Talk`, pass, pass, cloud.headers({}));
    const echoes: unknown[] = [];
    call.write(encode("TalkRequest", { word: "a" }));
    for await (const bytes of call as AsyncIterable<Buffer>) {
      echoes.push(decode("TalkResponse", bytes)["echo"]);
      if (echoes.length < 3) call.write(encode("TalkRequest", { word: `b${echoes.length}` }));
      else call.end();
    }
    expect(echoes).toEqual(["a a", "b1 b1", "b2 b2"]);
    expect(cloud.emulator.calls().at(-1)).toMatchObject({ code: "OK", message: { word: "a" } });
  });

  it("that answers each request is not told that they have all come, when the caller has left", async () => {
    const told: string[] = [];
    cloud.emulator.handle<AsyncIterable<{ word: string }>>("AnimalService/Talk", async function* (requests) {
      try {
        for await (const { word } of requests) yield { echo: word };
        told.push("whole");
      } catch (error) {
        told.push((error as { code: string }).code);
        throw error;
      } finally {
        told.push("over");
      }
    });
    const client = cloud.client(cloud.authorityOf("zoo"));
    const call = client.makeBidiStreamRequest(`${service}/Talk`, pass, pass, cloud.headers({}));
    call.on("error", () => {});
    call.write(encode("TalkRequest", { word: "a" }));
    for await (const _ of call as AsyncIterable<Buffer>) break;
    call.cancel();
    await expect.poll(() => told).toEqual(["CANCELLED", "over"]);
  });
});
