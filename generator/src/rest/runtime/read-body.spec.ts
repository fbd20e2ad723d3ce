import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Operation } from "./operation.js";
import { readBytes, readText, type ResponseReader } from "./response-readers.js";
import { rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";
import { readEvents, readLines } from "./stream.js";

const operationWith = (read?: ResponseReader): Operation<unknown> => ({
  name: "things.get",
  path: ["/things"],
  ...(read && { read }),
});

/** Writes for as long as anybody reads. */
async function writeForEver(response: ServerResponse, piece: Buffer): Promise<void> {
  while (!response.destroyed) {
    if (!response.write(piece)) await new Promise((go) => response.once("drain", go).once("close", go));
  }
}

const megabyte = Buffer.alloc(2 ** 20, "a");

const tooLarge = { code: "DECODE", clientReason: "MESSAGE_TOO_LARGE" };

describe("a response that is too large", () => {
  it.each<readonly [string, ResponseReader | undefined]>([
    ["JSON", undefined],
    ["text", readText],
    ["bytes", readBytes],
  ])("is refused while it is received, and the error names both fixes: %s", async (_, read) => {
    await using server = await startServer((_, response) => void writeForEver(response, megabyte));
    const session = new Session({ baseUrl: server.url, maxBodyBytes: 5_000_000 });
    const error = await rejection(session.call(operationWith(read), {}));
    expect(error).toMatchObject({ ...tooLarge, attempts: 1, operation: "things.get" });
    expect(String(error)).toMatch(/ 5000000 bytes.*maxBodyBytes.*as: "stream"/);
    expect(server.seen).toHaveLength(1);
  });

  it("has a default limit of 64 MB, except for bytes", async () => {
    const bomb = gzipSync(Buffer.alloc(2 ** 26 + 1, " "), { level: 1 });
    await using server = await startServer(
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const session = new Session({ baseUrl: server.url });
    for (const read of [undefined, readText]) {
      const error = await rejection(session.call(operationWith(read), {}));
      expect(error).toMatchObject(tooLarge);
      expect(String(error)).toContain(` ${2 ** 26} bytes`);
    }
    const blob = (await session.call(operationWith(readBytes), {})) as Blob;
    expect(blob.size).toBe(2 ** 26 + 1);
  });

  it.each([
    ["one line of events", readEvents, megabyte],
    ["one line of JSON lines", readLines, megabyte],
    ["one event of many lines", readEvents, Buffer.from("data: a\n".repeat(2 ** 17))],
  ] as const)("is refused if it is %s", async (_, read, piece) => {
    await using server = await startServer((_, response) => void writeForEver(response, piece));
    const session = new Session({ baseUrl: server.url, maxBodyBytes: 3_000_000 });
    const stream = (await session.call(operationWith(read), {})) as AsyncIterable<unknown>;
    const error = await rejection(
      (async () => {
        for await (const _ of stream) throw new Error("nothing should have come");
      })(),
    );
    expect(error).toMatchObject(tooLarge);
    expect(String(error)).toContain(" 3000000 bytes");
  });
});

describe("a line or an event", () => {
  it.each([
    ["a line of letters of two bytes", readLines, '"éé"\n', 6],
    ["a line that ends with the answer", readLines, '"éé"', 6],
    ["a line that ends in one piece with others", readLines, '1\r"éé"\r\n2\n', 6],
    ["an event, by its lines and their ends", readEvents, "data: éé\n\n", 11],
    ["an event of several lines", readEvents, "data: é\ndata: é\n\n", 18],
  ] as const)("is bounded in bytes: %s", async (_, read, text, size) => {
    await using server = await startServer((_, response) => void response.end(text));
    const session = new Session({ baseUrl: server.url });
    const all = async (maxBodyBytes: number): Promise<void> => {
      const stream = await session.call(operationWith(read), {}, { maxBodyBytes });
      for await (const _ of stream as AsyncIterable<unknown>);
    };
    await all(size);
    const error = await rejection(all(size - 1));
    expect(error).toMatchObject({ ...tooLarge, operation: "things.get", attempts: 1 });
  });
});

describe("a response within its limit", () => {
  it.each<readonly [string, ResponseReader | undefined, number, string]>([
    ["JSON of just the length", undefined, 9, '{"a":"é"}'.slice(0, 8) + "}"],
    ["text of several bytes a letter", readText, 12, "é😀 Ω é"],
    ["nothing", readText, 0, ""],
  ])("is read as it came: %s", async (_, read, maxBodyBytes, text) => {
    const bytes = Buffer.from(text);
    await using server = await startServer(async (_, response) => {
      // Letters are cut in two on their way.
      for (const byte of bytes) {
        response.write(Buffer.from([byte]));
        await new Promise((go) => setImmediate(go));
      }
      response.end();
    });
    const session = new Session({ baseUrl: server.url });
    const want: unknown = read ? text : JSON.parse(text);
    const max = Math.max(maxBodyBytes, bytes.length);
    expect(await session.call(operationWith(read), {}, { maxBodyBytes: max })).toEqual(want);
    if (max > 0) {
      const error = await rejection(session.call(operationWith(read), {}, { maxBodyBytes: max - 1 }));
      expect(error).toMatchObject(tooLarge);
    }
  });

  it("is read on a platform that has no streams", async () => {
    const fetch = async (): Promise<Response> => {
      const response = Response.json({ a: 1 });
      return Object.defineProperty(response, "body", { value: undefined });
    };
    const session = new Session({ baseUrl: "http://a.test", fetch });
    expect(await session.call(operationWith(), {})).toEqual({ a: 1 });
  });

  it("has a type if it is a Blob", async () => {
    await using server = await startServer(
      (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end("abc"),
    );
    const session = new Session({ baseUrl: server.url });
    for (const maxBodyBytes of [undefined, 3]) {
      const blob = (await session.call(operationWith(readBytes), {}, { maxBodyBytes })) as Blob;
      expect([blob.type, await blob.text()]).toEqual(["image/png", "abc"]);
    }
  });
});
