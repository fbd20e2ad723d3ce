import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import {
  chooseBody,
  bytesBody,
  formBody,
  jsonBody,
  required,
  textBody,
  type BodyWriter,
  type Bytes,
} from "./body.js";
import { exactBody } from "./values/exact.js";
import { multipartBody } from "./multipart.js";
import type { Operation } from "./operation.js";
import { rejection, startServer } from "./server.fixture.js";
import { deepObject } from "./style.js";
import { Session } from "./session.js";

/** What a server receives of a body. */
async function received(write: BodyWriter, body: unknown, options: object = {}) {
  const operation: Operation<unknown> = {
    name: "x.y",
    method: "POST",
    path: ["/"],
    write,
    isEmptyAllowed: true,
  };
  await using server = await startServer((_, response) => void response.writeHead(204).end());
  await new Session({ baseUrl: server.url }).call(
    operation,
    { body },
    { retry: { maxAttempts: 3 }, ...options },
  );
  const [request] = server.seen;
  return { type: request?.headers["content-type"], body: request?.body };
}

describe("a body", () => {
  it.each<readonly [string, BodyWriter, unknown, string | undefined, string]>([
    ["JSON", jsonBody(), { a: [1] }, "application/json", '{"a":[1]}'],
    [
      "JSON of another name",
      jsonBody("application/merge-patch+json"),
      null,
      "application/merge-patch+json",
      "null",
    ],
    ["text", textBody("text/plain"), "é", "text/plain", "é"],
    ["bytes", bytesBody("image/png"), new Uint8Array([97, 98]), "image/png", "ab"],
    ["a Blob of its own kind", bytesBody(), new Blob(["x"], { type: "image/gif" }), "image/gif", "x"],
    [
      "a form",
      formBody(),
      { a: "b c&d", list: [1, 2], deep: { x: 1 }, no: undefined },
      "application/x-www-form-urlencoded",
      "a=b+c%26d&list=1&list=2&deep=%7B%22x%22%3A1%7D",
    ],
    [
      "a form with brackets",
      formBody({ card: deepObject }),
      { card: { number: 1 } },
      "application/x-www-form-urlencoded",
      "card%5Bnumber%5D=1",
    ],
    ["nothing", jsonBody(), undefined, undefined, ""],
  ])("of %s arrives as it was described", async (_, write, body, type, want) => {
    expect(await received(write, body)).toEqual({ type, body: want });
  });

  it("is sent in the form that the call names", async () => {
    const write = chooseBody({ "application/json": jsonBody(), "text/csv": textBody("text/csv") });
    expect(await received(write, "a,b", { contentType: "text/csv" })).toEqual({
      type: "text/csv",
      body: "a,b",
    });
    expect(await received(write, "a,b")).toEqual({ type: "application/json", body: '"a,b"' });
    await expect(received(write, "", { contentType: "text/html" })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      clientReason: "REQUEST_INVALID",
    });
  });

  it.each<readonly [string, BodyWriter, unknown]>([
    ["is missing though it is required", required(jsonBody()), undefined],
    [
      "contains itself",
      jsonBody(),
      (() => {
        const loop: { me?: object } = {};
        loop.me = loop;
        return loop;
      })(),
    ],
    ["is not text", textBody("text/plain"), {}],
    ["has half a surrogate pair", textBody("text/plain"), "a\ud800"],
    ["has one in a part", multipartBody(), { a: "\udc00b" }],
    ["has one in the name of a part", multipartBody(), { "\ud800": "a" }],
    ["has one in a form", formBody(), { a: "\ud800" }],
    ["has an object in a part that is not JSON", multipartBody({ a: "application/xml" }), { a: { b: 1 } }],
    ["is not bytes", bytesBody(), { a: 1 }],
  ])("that %s is refused before anything is sent", async (_, write, body) => {
    const error = await rejection(received(write, body));
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", clientReason: "REQUEST_INVALID", attempts: 0 });
    expect(String(error)).toContain("the body cannot be sent");
  });
});

describe("a value that JSON cannot represent", () => {
  const writers: readonly (readonly [string, BodyWriter])[] = [
    ["JSON", jsonBody()],
    ["exact JSON", exactBody({})],
    ["a part of a form", (body, type) => multipartBody()({ part: body }, type)],
    ["a property of a form", (body, type) => formBody()({ property: body }, type)],
  ];
  it.each(writers)("is refused by its place in %s", (_, write) => {
    const all: readonly (readonly [unknown, string])[] = [
      [{ price: NaN }, "price is NaN"],
      [{ list: [0, { at: -Infinity }] }, "list[1].at is -Infinity"],
      [{ file: new Blob(["x"]) }, "file is a Blob"],
      [{ map: new Map([[1, 2]]) }, "map is a Map"],
      [{ bytes: new Uint8Array([1]) }, "bytes is a Uint8Array"],
      [{ buffer: new ArrayBuffer(1) }, "buffer is an ArrayBuffer"],
      [{ at: new Date(NaN) }, "at is an invalid Date"],
    ];
    for (const [value, want] of all) expect(() => write(value, undefined)).toThrow(want);
    const good = { nothing: null, empty: {}, zero: { 0: 1 }, at: new Date(0), text: "null {}" };
    expect(() => write(good, undefined)).not.toThrow();
  });
});

describe("null in a form", () => {
  const body = { a: null, list: [null, "x", null], deep: { x: null, y: 1 }, all: [null], text: "null" };

  it("is left out of urlencoded bodies", () => {
    const sent = formBody({ deep: deepObject, all: deepObject })(body, undefined);
    expect(sent?.body).toBe("list=x&deep%5By%5D=1&text=null");
  });

  it("has no part of a multipart body", async () => {
    const sent = multipartBody()(body, undefined)?.body;
    const text = sent instanceof Blob ? await sent.text() : "";
    expect(Array.from(text.matchAll(/name="(\w+)"/g), ([, name]) => name)).toEqual(["list", "deep", "text"]);
  });
});

describe("bytes that come piece by piece", () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode("one ");
    yield new TextEncoder().encode("two");
  }

  it.each<readonly [string, () => Bytes]>([
    ["a stream of the platform", () => new Blob(["one two"]).stream()],
    ["anything that can be iterated", pieces],
    ["a stream of Node", () => Readable.from([Buffer.from("one "), Buffer.from("two")])],
    ["a stream of Node that gives text", () => Readable.from(["one ", "two"])],
    [
      "a stream of Node as one of the platform",
      () => Readable.toWeb(Readable.from([Buffer.from("one two")])),
    ],
  ])("arrive as a body, and as a part of one: %s", async (_, make) => {
    expect(await received(bytesBody("image/png"), make())).toEqual({ type: "image/png", body: "one two" });
    const { body } = await received(multipartBody(), { file: make(), a: { b: 1 } });
    expect(body).toContain('filename="file"\r\nContent-Type: application/octet-stream\r\n\r\none two\r\n');
    expect(body).toContain('name="a"\r\nContent-Type: application/json\r\n\r\n{"b":1}\r\n');
  });

  it("are left where the server does not want them to the end", async () => {
    let isLeft = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(65_536);
      } finally {
        isLeft = true;
      }
    }
    const { body } = bytesBody()(endless(), undefined) ?? {};
    await (body as ReadableStream).cancel();
    const reader = (required(bytesBody())(endless(), undefined) as { body: ReadableStream }).body.getReader();
    await reader.read();
    await reader.cancel();
    expect(isLeft).toBe(true);
  });
});

describe("a multipart body", () => {
  const file = new File(["content"], 'na"me.txt', { type: "text/plain" });

  it("has a part for each property, files with their names", async () => {
    const { type, body } = await received(multipartBody({ meta: "application/json" }), {
      a: "1",
      tags: ["x", "y"],
      meta: { b: 2 },
      file,
    });
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    for (const part of [
      'name="a"\r\n\r\n1\r\n',
      'name="tags"\r\n\r\nx\r\n',
      'name="tags"\r\n\r\ny\r\n',
      '{"b":2}',
      'filename="na%22me.txt"\r\nContent-Type: text/plain\r\n\r\ncontent',
      'name="meta"\r\nContent-Type: application/json\r\n\r\n{"b":2}\r\n',
    ]) {
      expect(body).toContain(part);
    }
    expect(body?.match(/filename=/g)).toHaveLength(1);
  });

  it("is sent as it is read where a part is a stream, and is sent once", async () => {
    const stream = new Blob(["streamed"]).stream();
    const { type, body } = await received(multipartBody(), { file: stream, a: "1" });
    const boundary = /boundary=(.*)$/.exec(String(type))?.[1];
    expect(body).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\nstreamed\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`,
    );
    await using server = await startServer((_, response) => void response.writeHead(503).end());
    const operation: Operation<unknown> = { name: "x.y", method: "PUT", path: ["/"], write: bytesBody() };
    const call = new Session({ baseUrl: server.url }).call(
      operation,
      { body: new Blob(["a"]).stream() },
      { retry: { maxAttempts: 5 } },
    );
    expect(await rejection(call)).toMatchObject({ code: "UNAVAILABLE", attempts: 1 });
  });
});
