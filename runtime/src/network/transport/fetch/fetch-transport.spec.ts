import { describe, expect, it, vi } from "vitest";
import {
  connectThings,
  methods,
  ThingType,
  type ServiceError,
  ServiceErrorType,
  wiring,
} from "../../../fixture/test-api.fixture.js";
import { defineMethod } from "../../../calls/rpc/define-service.js";
import { settled, TestClock } from "../../../fixture/test-clock.fixture.js";
import { staticToken } from "../../../session/auth/static-token.js";
import { writeRpcStatus } from "../../../calls/error/rpc-status-bytes.js";
import { base64 } from "../../../messages/json/base64.js";
import type { WebSessionOptions } from "../../../session/web/web-options.js";
import { WebSession } from "../../../session/web/web-session.js";
import type { Caller } from "../../../calls/caller.js";
import { enveloped } from "./envelope.js";
import { jsonFormat } from "./json-format.js";
import type { FetchFunction, FetchRequest } from "./fetch-function.js";
import { codedError } from "../../../../../test/coded-error.js";

type Answer = () => Response | Promise<Response>;

/** A client whose `fetch` answers so, one answer after the other; the last of them again and again. */
function clientOf(answers: Answer[], options: Partial<WebSessionOptions> = {}) {
  const sent: { readonly url: string; readonly request: FetchRequest }[] = [];
  const fetch: FetchFunction = async (url, request) => {
    sent.push({ url, request });
    return (answers.length > 1 ? answers.shift() : answers[0])!();
  };
  const session = new WebSession(wiring, {
    baseUrl: "https://api.example.com/v1/",
    credentials: staticToken("token-1"),
    retry: { baseDelayMs: 1, maxDelayMs: 1 },
    fetch,
    ...options,
  });
  return { sent, session, things: connectThings(session) };
}

const get = (things: Caller) => things.unary(methods.get, { id: "1" });
const thing = { metadata: { id: "1", parentId: "", resourceVersion: 0n }, spec: undefined };
const encoded = methods.get.response.encode(thing);

const trailers = (text: string): Uint8Array<ArrayBuffer> => enveloped(new TextEncoder().encode(text), 0x80);
const web = (parts: Uint8Array<ArrayBuffer>[], headers: Record<string, string> = {}): Answer => {
  return () =>
    new Response(new Blob(parts), { headers: { "content-type": "application/grpc-web+proto", ...headers } });
};
const message = enveloped(encoded, 0);
const fine = web([message, trailers("grpc-status: 0\r\n")]);
const whole: Answer = () => new Response(encoded, { headers: { "content-type": "application/proto" } });
const page: Answer = () => new Response("<html>", { headers: { "content-type": "text/html" } });
const json = (status: number, body: unknown): Answer => {
  return () =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
};

describe("a call by gRPC-web", () => {
  it("goes below the base URL, with its token and nothing that a proxy would refuse", async () => {
    const { sent, things } = clientOf([fine]);
    expect(await get(things)).toEqual(thing);
    expect(sent[0]?.url).toBe("https://api.example.com/v1/acme.v1.ThingService/Get");
    expect(sent[0]?.request).toMatchObject({ method: "POST", redirect: "manual" });
    expect(sent[0]?.request.headers.map(([name]) => name)).toEqual([
      "content-type",
      "accept",
      "x-grpc-web",
      "x-user-agent",
      "grpc-timeout",
      "authorization",
    ]);
  });

  it("sends its key with each attempt, and is repeated if the platform says that the network failed", async () => {
    const lost: Answer = () => Promise.reject(new TypeError("Failed to fetch"));
    const { sent, things } = clientOf([
      lost,
      web([message.slice(0, 4)]),
      web([enveloped(new Uint8Array(0), 0), trailers("grpc-status:0")]),
    ]);
    await things.unary(methods.create, {});
    const keys = sent.map(
      ({ request }) => request.headers.find(([name]) => name === "x-idempotency-key")?.[1],
    );
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it("is not repeated without a key, since nobody knows whether it reached the server", async () => {
    const { sent, session } = clientOf([() => Promise.reject(new TypeError("Failed to fetch"))]);
    const call = connectThings(session).unary(methods.foreignAdd, {});
    await expect(call).rejects.toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringContaining("(CORS)"),
    });
    expect(sent).toHaveLength(1);
  });

  it.each<[what: string, answer: Answer, error: object]>([
    ["a page", page, { code: "UNKNOWN" }],
    ["a gateway's failure", () => new Response("", { status: 503 }), { code: "UNAVAILABLE" }],
    ["no trailers", web([message]), { code: "INTERNAL" }],
    ["nothing", web([]), { code: "INTERNAL" }],
    [
      "half a message",
      web([message.slice(0, 4)]),
      {
        code: "INTERNAL",
        text: expect.stringMatching(/^the answer ended inside a message, .*connection was lost/),
      },
    ],
    ["two messages", web([message, message, trailers("grpc-status:0")]), { code: "UNIMPLEMENTED" }],
    ["no message", web([trailers("grpc-status: 0\r\n")]), { code: "UNIMPLEMENTED" }],
    ["a compressed message", web([enveloped(encoded, 1)]), { code: "INTERNAL" }],
    [
      "a status in headers",
      web([], { "grpc-status": "5", "grpc-message": "no%20such" }),
      { code: "NOT_FOUND", text: "no such" },
    ],
    [
      "a status in trailers",
      web([trailers("Grpc-Status:9\ngrpc-message:x\nx-t: 1")]),
      { code: "FAILED_PRECONDITION", text: "x" },
    ],
    [
      "a status in headers and another in trailers, which counts",
      web([trailers("grpc-status: 9\r\n")], { "grpc-status": "8" }),
      { code: "FAILED_PRECONDITION" },
    ],
    ["bytes that are no message", web([enveloped(Uint8Array.of(255), 0)]), { code: "INTERNAL" }],
  ])("that is answered by %s fails by name", async (_, answer, error) => {
    const { things } = clientOf([answer], { retry: false });
    await expect(get(things)).rejects.toMatchObject(error);
  });

  it("has the service errors of a status with details", async () => {
    const conflict: ServiceError = {
      code: "CONFLICT",
      secretNote: "",
      retryType: 3,
      details: { $case: "resourceConflict", value: { resourceId: "r" } },
    };
    const details = [{ typeName: ServiceErrorType.typeName, value: ServiceErrorType.encode(conflict) }];
    const bin = base64(writeRpcStatus(10, "again", details));
    const { things } = clientOf([web([trailers(`grpc-status: 10\r\ngrpc-status-details-bin: ${bin}\r\n`)])]);
    await expect(get(things)).rejects.toMatchObject({ code: "ABORTED", retryType: "NOTHING" });
  });

  it("ends by its deadline, at the server too, and leaves no timer behind", async () => {
    const clock = new TestClock();
    const { sent, things } = clientOf([() => new Promise(() => undefined)], { clock, retry: false });
    const call = things.unary(methods.get, { id: "1" }, { timeoutMs: 500 });
    call.catch(() => undefined);
    await settled();
    clock.advance(500);
    await expect(call).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    expect(sent[0]?.request.signal.aborted).toBe(true);
  });

  it.each(["cookie", "origin", "sec-fetch-mode", "proxy-authorization", "host", "te"])(
    "with the metadata %s is refused, since platforms drop it silently",
    async (name) => {
      const { sent, things } = clientOf([fine]);
      const call = things.unary(methods.get, { id: "1" }, { metadata: { [name]: "marker-secret" } });
      await expect(call).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.not.stringContaining("marker"),
      });
      expect(sent).toEqual([]);
    },
  );

  it("of a closed session is refused, and one under way ends with it", async () => {
    const { session, things } = clientOf([() => new Promise(() => undefined)]);
    const call = get(things);
    call.catch(() => undefined);
    await settled();
    await session.close({ graceMs: 1 });
    await expect(call).rejects.toMatchObject({ code: "CANCELLED" });
    await expect(get(things)).rejects.toThrow(codedError("CANCELLED", /the session is closed/));
  });
});

describe("a call by Connect", () => {
  const connect = { protocol: "connect", retry: false } as const;

  it.each<[what: string, answer: Answer, error: object]>([
    ["an error", json(404, { code: "not_found", message: "gone" }), { code: "NOT_FOUND", text: "gone" }],
    ["canceled with one l", json(499, { code: "canceled" }), { code: "CANCELLED" }],
    ["an error without a code", json(429, {}), { code: "UNAVAILABLE" }],
    ["a code that nobody knows", json(403, { code: "nope" }), { code: "PERMISSION_DENIED" }],
    [
      "JSON that is none",
      () => new Response("{", { status: 401, headers: { "content-type": "application/json" } }),
      { code: "UNAUTHENTICATED" },
    ],
    ["JSON instead of the binary format", json(200, {}), { code: "INTERNAL" }],
    [
      "bytes in a coding that the platform hands over as they came",
      () =>
        new Response(encoded, {
          headers: { "content-type": "application/proto", "content-encoding": "snappy" },
        }),
      { code: "INTERNAL", text: expect.stringContaining('content-encoding "snappy"') },
    ],
    [
      "fewer bytes than it says",
      () => new Response("", { headers: { "content-type": "application/proto", "content-length": "3" } }),
      { code: "INTERNAL", text: expect.stringContaining("connection was lost") },
    ],
    ["a page", page, { code: "UNKNOWN" }],
  ])("that is answered by %s fails by name", async (_, answer, error) => {
    const { things } = clientOf([answer], connect);
    await expect(get(things)).rejects.toMatchObject(error);
  });

  it("asks for a body without a coding, whose length shows whether it is whole", async () => {
    const { sent, things } = clientOf([whole], connect);
    await get(things);
    expect(sent[0]?.request.headers).toContainEqual(["accept-encoding", "identity"]);
  });

  it("in JSON is text that people can read, and skips what a newer server adds", async () => {
    const { sent, things } = clientOf([json(200, { metadata: { id: "1" }, hue: 3 })], {
      ...connect,
      format: jsonFormat,
    });
    expect(await get(things)).toEqual(thing);
    expect(new TextDecoder().decode(sent[0]?.request.body)).toBe('{"id":"1"}');
  });

  it.each<[what: string, frames: Uint8Array<ArrayBuffer>[], error: object]>([
    ["without its end", [enveloped(new Uint8Array(0), 0)], { code: "INTERNAL" }],
    [
      "that ends in an error",
      [enveloped(new TextEncoder().encode('{"error":{"code":"aborted"}}'), 2)],
      { code: "ABORTED" },
    ],
    ["whose end is not JSON", [enveloped(new TextEncoder().encode("end"), 2)], { code: "INTERNAL" }],
  ])("gives the failure of a stream %s", async (_, frames, error) => {
    const answer: Answer = () =>
      new Response(new Blob(frames), { headers: { "content-type": "application/connect+proto" } });
    const { things } = clientOf([answer], connect);
    const read = async (): Promise<void> => {
      for await (const _one of things.serverStream(methods.watch, { text: "" })) continue;
    };
    await expect(read()).rejects.toMatchObject(error);
  });

  it.each<[what: string, noSideEffects: boolean, request: object, method: string]>([
    ["that declares it", true, { id: "1+/=" }, "GET"],
    ["that only looks so", false, { id: "1" }, "POST"],
    ["whose address would be too long", true, { id: "x".repeat(4_000) }, "POST"],
  ])("by GET is one of a method %s", async (_, noSideEffects, request, method) => {
    const { sent, things } = clientOf([whole], { ...connect, useGet: true });
    const more = { readOnly: true, ...(noSideEffects && { noSideEffects }) } as const;
    const { service, request: input, response } = methods.get;
    await things.unary(defineMethod(service, "Get", "unary", input, response, more), request);
    expect(sent[0]?.request.method).toBe(method);
    const query = new URL(sent[0]?.url ?? "").searchParams;
    if (method === "GET")
      expect(Object.fromEntries(query)).toMatchObject({ connect: "v1", encoding: "proto", base64: "1" });
    else expect([...query]).toEqual([]);
  });

  it("has no body without a byte, which some implementations of fetch never end", async () => {
    const { sent, things } = clientOf([whole], connect);
    await things.unary(methods.get, { id: "" });
    expect(sent[0]?.request).not.toHaveProperty("body");
  });

  it("is never by GET if its request can hold a secret", async () => {
    const { sent, things } = clientOf([whole], { ...connect, useGet: true });
    const { service } = methods.get;
    const more = { readOnly: true, noSideEffects: true } as const;
    await things.unary(defineMethod(service, "Find", "unary", ThingType, ThingType, more), {});
    expect(sent[0]?.request.method).toBe("POST");
  });
});

describe("the part of a program that speaks Connect", () => {
  it("is a failure of the call if it cannot be loaded, and is loaded by the next", async () => {
    vi.doMock("./connect.js", () => {
      throw new TypeError("Failed to fetch");
    });
    const { sent, things } = clientOf([json(200, {})], { protocol: "connect", retry: false });
    await expect(get(things)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringContaining("speaks Connect could not be loaded"),
      mayHaveReachedServer: false,
    });
    expect(sent).toEqual([]);
    vi.doUnmock("./connect.js");
    await get(things).catch(() => undefined);
    expect(sent).toHaveLength(1);
  });
});
