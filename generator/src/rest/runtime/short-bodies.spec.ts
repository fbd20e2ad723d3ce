import { createServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { H2CClient, fetch as undiciFetch } from "undici";
import { describe, expect, it } from "vitest";
import { readAny, readBytes, readText, type ResponseReader } from "./response-readers.js";
import { rejection } from "./server.fixture.js";
import { Session } from "./session.js";
import { readEvents, readLines } from "./stream.js";
import type { Operation } from "./operation.js";

type Fetch = typeof globalThis.fetch;

const operationWith = (read?: ResponseReader, method = "GET"): Operation<unknown> => ({
  name: "things.get",
  path: ["/things"],
  method,
  ...(read && { read }),
});

const lost = { code: "UNAVAILABLE", clientReason: "CONNECTION_LOST", operation: "things.get" };

/** Responds with a body whose declared length is `length`. */
const respond =
  (text: string, length: number, headers: Readonly<Record<string, string>> = {}): Fetch =>
  async () =>
    new Response(text, { headers: { "content-length": String(length), ...headers } });

/** An HTTP/2 server that declares 9 bytes, sends 3 and resets its streams without an error. */
async function startCuttingServer(text: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer();
  server.on("stream", (stream: ServerHttp2Stream) => {
    stream.respond({ ":status": 200, "content-length": "9", "content-type": "application/json" });
    stream.write(text, () => stream.close(0));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

const drain = async (given: unknown): Promise<void> => {
  const reader = (given as ReadableStream<Uint8Array>).getReader();
  while (!(await reader.read()).done);
};
const loop = async (given: unknown): Promise<void> => {
  for await (const _ of given as AsyncIterable<unknown>);
};

describe("a body that is shorter than declared", () => {
  it.each<readonly [string, ResponseReader | undefined]>([
    ["JSON whose beginning is valid", undefined],
    ["text", readText],
    ["bytes", readBytes],
    ["without a description", readAny],
  ])("is an error and is retried: %s", async (_, read) => {
    const bodies = ["123", "123456789"];
    let count = 0;
    const fetch: Fetch = (...given) => respond(bodies[count++] ?? "", 9)(...given);
    const session = new Session({ baseUrl: "https://a.test", fetch, random: () => 0 });
    const error = await rejection(session.call(operationWith(read), {}, { retry: false }));
    expect(error).toMatchObject({ ...lost, attempts: 1 });
    expect(String(error)).toContain("the response ended after 3 of 9 bytes");
    count = 0;
    const data = await session.call(operationWith(read), {});
    expect(data instanceof Blob ? await data.text() : String(data)).toBe("123456789");
    expect(count).toBe(2);
  });

  it("is not retried for a change", async () => {
    let count = 0;
    const fetch: Fetch = (...given) => (count++, respond("123", 9)(...given));
    const session = new Session({ baseUrl: "https://a.test", fetch });
    expect(await rejection(session.call(operationWith(undefined, "POST"), {}))).toMatchObject(lost);
    expect(count).toBe(1);
  });

  it.each<readonly [string, ResponseReader, string, (given: unknown) => Promise<void>, object]>([
    ["bytes", readBytes, "123", drain, { as: "stream" }],
    ["lines", readLines, "1\n2\n", loop, {}],
    ["a line that the end cuts", readLines, "12", loop, {}],
    ["events", readEvents, "data: 1\n\n", loop, {}],
  ])("is an error at the end of a stream: %s", async (_, read, text, consume, options) => {
    const session = new Session({ baseUrl: "https://a.test", fetch: respond(text, 99) });
    const stream = await session.call(operationWith(read), {}, options);
    expect(await rejection(consume(stream))).toMatchObject({ ...lost, attempts: 1 });
  });

  it.each<readonly [string, string, number, Readonly<Record<string, string>>]>([
    ["complete", "123", 3, {}],
    ["decompressed by fetch", "123", 23, { "content-encoding": "gzip" }],
    ["longer than declared", "123", 2, {}],
    ["empty", "", 0, {}],
  ])("is not one that is %s", async (_, text, length, headers) => {
    const session = new Session({ baseUrl: "https://a.test", fetch: respond(text, length, headers) });
    expect(await session.call(operationWith(readText), {})).toBe(text);
    const stream = await session.call(operationWith(readBytes), {}, { as: "stream" } as object);
    expect(await new Response(stream as ReadableStream).text()).toBe(text);
  });

  it("is not one of another origin in a browser, which hides the encoding", async () => {
    const fetch: Fetch = async (...given) =>
      Object.defineProperty(await respond("123", 23)(...given), "type", { value: "cors" });
    const session = new Session({ baseUrl: "https://a.test", fetch });
    expect(await session.call(operationWith(readText), {})).toBe("123");
  });

  it("is not a response to HEAD", async () => {
    const fetch: Fetch = async () => new Response(null, { headers: { "content-length": "9" } });
    const session = new Session({ baseUrl: "https://a.test", fetch });
    const head = { ...operationWith(undefined, "HEAD"), isEmptyAllowed: true };
    expect(await session.call(head, {})).toBeUndefined();
  });

  it.each<readonly [string, ResponseReader | undefined]>([
    ["JSON whose beginning is valid", undefined],
    ["text", readText],
    ["bytes", readBytes],
  ])("is an error over HTTP/2 if the server resets the stream without an error: %s", async (_, read) => {
    await using server = await startCuttingServer("123");
    const dispatcher = new H2CClient(server.url);
    const fetch = ((url: string, init: object) =>
      undiciFetch(url, { ...init, dispatcher })) as unknown as Fetch;
    const session = new Session({ baseUrl: server.url, fetch, random: () => 0 });
    const retry = { maxAttempts: 2 };
    const error = await rejection(session.call(operationWith(read), {}, { retry }));
    expect(error).toMatchObject({ ...lost, attempts: 2 });
    expect(String(error)).toContain("the response ended after 3 of 9 bytes");
    await dispatcher.destroy();
  });
});
