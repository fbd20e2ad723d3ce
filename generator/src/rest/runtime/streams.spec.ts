import { describe, expect, it } from "vitest";
import type { Operation } from "./operation.js";
import { chooseReader } from "./choose-reader.js";
import { readAny, readBytes, readText, type ResponseReader } from "./response-readers.js";
import { rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";
import { readEvents, readLines } from "./stream.js";

const operationOf = (read: ResponseReader): Operation<AsyncIterable<unknown>> => ({
  name: "x.y",
  path: ["/"],
  read,
  isEmptyAllowed: true,
});

/** What a loop over an answer gives whose pieces come one after the other. */
async function looped(read: ResponseReader, pieces: readonly string[]): Promise<unknown[]> {
  await using server = await startServer(async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  const items: unknown[] = [];
  for await (const item of await new Session({ baseUrl: server.url }).call(operationOf(read), {}))
    items.push(item);
  return items;
}

describe("a stream of events", () => {
  it.each<readonly [string, readonly string[], readonly unknown[]]>([
    ["JSON", ['data: {"a":1}\n\n'], [{ event: "message", data: { a: 1 }, id: "" }]],
    ["text in several lines", ["data: a\ndata: b\n\n"], [{ event: "message", data: "a\nb", id: "" }]],
    [
      "named events with ids, comments aside",
      [": hi\nevent: x\nid: 7\nretry: 5\ndata: t\n\ndata:u\n\n"],
      [
        { event: "x", data: "t", id: "7" },
        { event: "message", data: "u", id: "7" },
      ],
    ],
    [
      "pieces that end anywhere",
      ["da", "ta: a\r", "\ndata: b\r\n\r", "\n"],
      [{ event: "message", data: "a\nb", id: "" }],
    ],
    [
      "an end that is written out",
      ["data: a\n\ndata: [DONE]\n\ndata: b\n\n"],
      [{ event: "message", data: "a", id: "" }],
    ],
    ["an event that was cut off", ["data: a\n"], []],
  ])("gives %s", async (_, pieces, want) => {
    expect(await looped(readEvents, pieces)).toEqual(want);
  });

  it("ends with the signal's reason when it is aborted, and takes the connection with it", async () => {
    let isClosed = false;
    await using server = await startServer((request, response) => {
      request.socket.on("close", () => (isClosed = true));
      response.writeHead(200).write("data: 1\n\n");
    });
    const controller = new AbortController();
    const stream = await new Session({ baseUrl: server.url }).call(
      operationOf(readEvents),
      {},
      { signal: controller.signal },
    );
    const reason = new Error("enough");
    const read = async (): Promise<void> => {
      for await (const _ of stream) controller.abort(reason);
    };
    expect(await rejection(read())).toBe(reason);
    await expect.poll(() => isClosed).toBe(true);
  });

  it("ends the request when the loop is left", async () => {
    let isClosed = false;
    await using server = await startServer((request, response) => {
      request.socket.on("close", () => (isClosed = true));
      response.writeHead(200).write("data: 1\n\n");
    });
    for await (const _ of await new Session({ baseUrl: server.url }).call(operationOf(readEvents), {})) break;
    await expect.poll(() => isClosed).toBe(true);
  });

  it("says that it was cut off", async () => {
    await using server = await startServer((request, response) => {
      response.writeHead(200).write("data: 1\n\n", () => setTimeout(() => request.socket.destroy(), 20));
    });
    const read = async (): Promise<void> => {
      for await (const _ of await new Session({ baseUrl: server.url }).call(operationOf(readEvents), {}));
    };
    expect(await rejection(read())).toMatchObject({ code: "UNAVAILABLE" });
  });
});

describe("lines of JSON", () => {
  it("come one by one, also as records and without a last line end", async () => {
    expect(await looped(readLines, ['{"a":1}\n\n\u001e{"a"', ":2}\n[3]"])).toEqual([{ a: 1 }, { a: 2 }, [3]]);
  });

  it("that are none are told", async () => {
    expect(await rejection(looped(readLines, ["{\n"]))).toMatchObject({ code: "DECODE", excerpt: "{" });
  });
});

describe("an answer that is not JSON", () => {
  const answered = async (
    read: ResponseReader,
    type: string,
    body: string,
    options: object = {},
  ): Promise<unknown> => {
    await using server = await startServer(
      (_, response) => void response.writeHead(200, type ? { "content-type": type } : {}).end(body),
    );
    const data = await new Session({ baseUrl: server.url }).call(operationOf(read), {}, options);
    if (data instanceof Blob) return [data.type, await data.text()];
    return data instanceof ReadableStream ? new Response(data).text() : data;
  };

  it.each<readonly [string, ResponseReader, string, string, object, unknown]>([
    ["text", readText, "text/csv", "a,b", {}, "a,b"],
    ["empty text", readText, "text/plain", "", {}, ""],
    ["a Blob", readBytes, "image/png", "x", {}, ["image/png", "x"]],
    ["a stream", readBytes, "image/png", "x", { as: "stream" }, "x"],
    ["JSON that nobody described", readAny, "application/json", "[1]", {}, [1]],
    ["text that nobody described", readAny, "text/html", "<p>", {}, "<p>"],
    ["bytes that nobody described", readAny, "application/pdf", "%", {}, ["application/pdf", "%"]],
    ["nothing", readAny, "", "", {}, undefined],
    ["the form that came", chooseReader({ "text/*": readText }), "text/csv", "a", {}, "a"],
    ["JSON where that came", chooseReader({ "text/csv": readText }), "application/json", "[2]", {}, [2]],
  ])("is given as %s", async (_, read, type, body, options, want) => {
    expect(await answered(read, type, body, options)).toEqual(want);
  });
});
