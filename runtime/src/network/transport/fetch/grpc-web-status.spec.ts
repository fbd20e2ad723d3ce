import { describe, expect, it } from "vitest";
import { connectThings, methods, wiring } from "../../../fixture/test-api.fixture.js";
import { tokenFromFunction } from "../../../entries/web.js";
import { WebSession } from "../../../session/web/web-session.js";
import { enveloped } from "./envelope.js";

const message = enveloped(methods.get.response.encode({ metadata: undefined, spec: undefined }), 0);
const frame = (text: string): Uint8Array<ArrayBuffer> => enveloped(new TextEncoder().encode(text), 0x80);

/** Makes calls to a server that always sends this answer. */
function answering(headerStatus: string | undefined, parts: readonly Uint8Array<ArrayBuffer>[]) {
  let requests = 0;
  let tokens = 0;
  const headers = {
    "content-type": "application/grpc-web+proto",
    ...(headerStatus === undefined ? {} : { "grpc-status": headerStatus, "x-place": "header" }),
  };
  const session = new WebSession(wiring, {
    baseUrl: "https://api.example.com",
    credentials: tokenFromFunction(() => `token-${++tokens}`),
    retry: { baseDelayMs: 1, maxDelayMs: 1, maxAttempts: 2 },
    fetch: async () => {
      requests += 1;
      // Chunks of one byte, so that no frame arrives with the next one.
      const bytes = parts.flatMap((part) => [...part]).map((byte) => Uint8Array.of(byte));
      return new Response(ReadableStream.from(bytes), { headers });
    },
  });
  const things = connectThings(session);
  const outcome = async (work: Promise<unknown>): Promise<string> => {
    const { code = "none" } = await work.then(
      () => ({ code: "OK" }),
      (error: { readonly code?: string }) => error,
    );
    return code;
  };
  return {
    unary: () => outcome(things.unary(methods.get, { id: "1" })),
    stream: () => outcome(readAll(things.serverStream(methods.watch, {}))),
    failure: () => things.unary(methods.get, { id: "1" }).catch((error: unknown) => error),
    requests: () => requests,
    tokens: () => tokens,
  };
}

async function readAll(messages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of messages);
}

const bodies = { "no frame": [], "an empty frame": [frame("")], "x-t": [frame("x-t: 1\r\n")] } as const;
const status = (code: number) => [frame(`grpc-status: ${code}\r\n`)];

/** Retried, as if the connection was lost. */
const lost = "INTERNAL";
const none = "UNIMPLEMENTED";

describe("the status of an answer by gRPC-web", () => {
  it.each<
    [
      header: string | undefined,
      frame: string,
      parts: readonly Uint8Array<ArrayBuffer>[],
      empty: [unary: string, stream: string],
      afterMessage: string,
    ]
  >([
    [undefined, "no frame", bodies["no frame"], [lost, lost], lost],
    [undefined, "an empty frame", bodies["an empty frame"], [lost, lost], lost],
    [undefined, "other trailers", bodies["x-t"], [lost, lost], lost],
    [undefined, "OK", status(0), [none, "OK"], "OK"],
    [
      undefined,
      "a failure",
      status(9),
      ["FAILED_PRECONDITION", "FAILED_PRECONDITION"],
      "FAILED_PRECONDITION",
    ],
    ["0", "no frame", bodies["no frame"], [none, "OK"], lost],
    ["0", "an empty frame", bodies["an empty frame"], [none, "OK"], lost],
    ["0", "other trailers", bodies["x-t"], [none, "OK"], lost],
    ["0", "OK", status(0), [none, "OK"], "OK"],
    ["0", "a failure", status(9), ["FAILED_PRECONDITION", "FAILED_PRECONDITION"], "FAILED_PRECONDITION"],
    ["5", "no frame", bodies["no frame"], ["NOT_FOUND", "NOT_FOUND"], lost],
    ["5", "an empty frame", bodies["an empty frame"], ["NOT_FOUND", "NOT_FOUND"], lost],
    ["5", "other trailers", bodies["x-t"], ["NOT_FOUND", "NOT_FOUND"], lost],
    ["5", "OK", status(0), ["NOT_FOUND", "NOT_FOUND"], "OK"],
    ["5", "a failure", status(9), ["FAILED_PRECONDITION", "FAILED_PRECONDITION"], "FAILED_PRECONDITION"],
    ["ten", "an empty frame", bodies["an empty frame"], ["UNKNOWN", "UNKNOWN"], lost],
  ])("with %s in the headers and a frame with %s", async (header, _, parts, empty, afterMessage) => {
    for (const [messages, [unary, stream]] of [
      [[], empty],
      [[message], [afterMessage, afterMessage]],
    ] as const) {
      const one = answering(header, [...messages, ...parts]);
      expect([await one.unary(), one.requests()]).toEqual([unary, unary === lost ? 2 : 1]);
      const many = answering(header, [...messages, ...parts]);
      expect(await many.stream()).toBe(stream);
    }
  });

  it("renews the token once if the headers say UNAUTHENTICATED", async () => {
    const server = answering("16", bodies["an empty frame"]);
    expect(await server.unary()).toBe("UNAUTHENTICATED");
    expect([server.requests(), server.tokens()]).toEqual([2, 2]);
  });

  it("has the trailers of both places", async () => {
    const error = await answering("5", bodies["x-t"]).failure();
    expect(error).toMatchObject({ code: "NOT_FOUND" });
    const { trailer } = error as { readonly trailer: Headers };
    expect([trailer.get("x-place"), trailer.get("x-t")]).toEqual(["header", "1"]);
  });
});

describe("an answer by gRPC-web that does not end with its trailers is refused:", () => {
  it.each<[what: string, parts: readonly Uint8Array<ArrayBuffer>[]]>([
    ["a second frame of trailers", [frame("grpc-status: 0"), frame("grpc-status: 0")]],
    ["an empty second frame", [frame("grpc-status: 0"), frame("")]],
    ["a message", [frame("grpc-status: 0"), message]],
    ["a single byte", [frame("grpc-status: 0"), Uint8Array.of(0)]],
    ["a failure, and then a message", [frame("grpc-status: 9"), message]],
  ])("%s", async (_, after) => {
    for (const call of ["unary", "stream"] as const) {
      const server = answering(undefined, [message, ...after]);
      expect(await server[call]()).toBe("INTERNAL");
      expect(server.requests()).toBe(1);
    }
  });

  it("but the status counts if the body cannot be read to its end", async () => {
    const session = new WebSession(wiring, {
      baseUrl: "https://api.example.com",
      credentials: tokenFromFunction(() => "token"),
      fetch: async () => {
        const chunks = (async function* () {
          yield message;
          yield frame("grpc-status: 9");
          throw new TypeError("network error");
        })();
        return new Response(ReadableStream.from(chunks), {
          headers: { "content-type": "application/grpc-web+proto" },
        });
      },
    });
    await expect(connectThings(session).unary(methods.get, { id: "1" })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
  });
});
