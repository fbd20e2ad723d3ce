import { describe, expect, it } from "vitest";
import {
  frame,
  frameFlags,
  frameTypes as types,
  literals,
  words,
} from "../../fixture/byte-server.fixture.js";
import { block, data, ok, settings, talk, trailers } from "../../fixture/http2-talk.fixture.js";

/** A header of 16,000 bytes, with its length in three (RFC 7541, section 5.1). */
const largeHeader = Buffer.concat([Buffer.of(0, 1, 0x61, 0x7f, 0x81, 0x7c), Buffer.alloc(16_000, "x")]);

describe("an answer over HTTP/2", () => {
  it.each<[title: string, answer: Buffer[], want: string[]]>([
    [
      "that is complete has its events in order",
      [ok, data(Buffer.alloc(5)), trailers],
      ["response 200", "data 5", "trailers grpc-status", "closed 0"],
    ],
    [
      "of an interim one and a real one is both",
      [frame(types.headers, frameFlags.endHeaders, 1, literals({ ":status": "103" })), ok, trailers],
      ["interim", "response 200", "trailers grpc-status", "closed 0"],
    ],
    [
      "in several frames of headers is one",
      [
        frame(types.headers, 0, 1, block.subarray(0, 4)),
        frame(types.continuation, frameFlags.endHeaders, 1, block.subarray(4)),
        trailers,
      ],
      ["response 200", "trailers grpc-status", "closed 0"],
    ],
    [
      "with padding is read without it",
      [ok, data(Buffer.of(3, 1, 2, 0, 0, 0), frameFlags.padded), trailers],
      ["response 200", "data 2", "trailers grpc-status", "closed 0"],
    ],
    [
      "with a priority is read without it",
      [
        frame(
          types.headers,
          frameFlags.endHeaders | frameFlags.priority,
          1,
          Buffer.concat([Buffer.alloc(5), block]),
        ),
        trailers,
      ],
      ["response 200", "trailers grpc-status", "closed 0"],
    ],
    [
      "beside frames of unknown types is read",
      [frame(99, 255, 1, Buffer.alloc(9)), ok, trailers],
      ["response 200", "trailers grpc-status", "closed 0"],
    ],
    [
      "that is reset ends with the code",
      [ok, frame(types.reset, 0, 1, words(11))],
      ["response 200", "closed 11"],
    ],
    [
      "above the last stream of a GOAWAY was not processed",
      [frame(types.goaway, 0, 0, words(0, 0))],
      ["goaway 0 0 undefined", "closed 7"],
    ],
    ["is lost with its connection", [ok], ["response 200", "closed 8"]],
  ])("%s", async (_, answer, want) => {
    expect((await talk(Buffer.concat([settings, ...answer]))).events).toEqual(want);
  });

  it("with more than 64 kB of headers is reset with a reason, and its connection stays open", async () => {
    const large = Array.from({ length: 5 }, () => frame(types.continuation, 0, 1, largeHeader));
    const parts = [frame(types.headers, 0, 1, block), ...large, frame(types.continuation, 4, 1)];
    let protocolError: string | undefined;
    const { sent } = await talk(Buffer.concat([settings, ...parts]), (stream) => {
      stream.on("close", () => (protocolError = stream.protocolError));
      stream.end();
    });
    expect(protocolError).toBe("more than 65536 bytes or 2000 of headers");
    expect(sent.slice(-2)).toEqual(["3 1 11", "7 0 0"]);
  });

  it("of which nobody reads anything is held back by its window", async () => {
    const parts = Array.from({ length: 7 }, () => data(Buffer.alloc(16_000)));
    const { events } = await talk(Buffer.concat([settings, ok, ...parts]), (stream) => {
      stream.end();
      stream.pause();
    });
    expect(events).toEqual(["response 200", "closed 3"]);
  });
});

describe("requests that were canceled", () => {
  const cancel = 8;

  it("may all be answered, by a server that does not know of it yet", async () => {
    const ids = Array.from({ length: 3_000 }, (_, at) => 2 * at + 3);
    const answers = ids.flatMap((id) => [
      frame(types.headers, frameFlags.endHeaders, id, block),
      data(Buffer.alloc(3), 0, id),
      frame(types.windowUpdate, 0, id, words(9)),
      frame(types.reset, 0, id, words(0)),
    ]);
    const { events, sent } = await talk(
      Buffer.concat([settings, ...answers, ok, trailers]),
      (stream, session) => {
        for (const _ of ids) session.request({ ":method": "POST" }).close(cancel);
        stream.end();
      },
    );
    expect(events).toEqual(["response 200", "trailers grpc-status", "closed 0"]);
    expect(sent.at(-1)).toBe("7 0 0");
  });

  it("get no more data than their windows allowed", async () => {
    const parts = Array.from({ length: 7 }, () => data(Buffer.alloc(16_000)));
    const { sent } = await talk(
      Buffer.concat([settings, ok, ...parts]),
      (stream) => void stream.close(cancel),
    );
    expect(sent.at(-1)).toBe("7 0 3");
  });
});

describe("a request over HTTP/2", () => {
  it("is sent as far as the windows of stream and connection go", async () => {
    const { sent } = await talk(settings, (stream) => void stream.end(Buffer.alloc(70_000)));
    const all = sent.filter((one) => one === "0 1");
    expect(all).toHaveLength(4);
  });

  it("continues when both windows are open", async () => {
    const widened = [
      frame(types.windowUpdate, 0, 0, words(9_000)),
      frame(types.windowUpdate, 0, 1, words(9_000)),
    ];
    const { sent, events } = await talk(
      Buffer.concat([settings, ...widened, ok, trailers]),
      (stream) => void stream.end(Buffer.alloc(70_000)),
    );
    expect(sent.filter((one) => one === "0 1")).toHaveLength(5);
    expect(events.at(-1)).toBe("closed 0");
  });

  it("of large headers is cut into frames", async () => {
    const { sent } = await talk(settings, (stream, session) => {
      session.request({ "x-large": "~".repeat(40_000) });
      stream.end();
    });
    expect(sent.filter((one) => one === "1 3" || one === "9 3")).toEqual(["1 3", "9 3", "9 3"]);
  });
});
