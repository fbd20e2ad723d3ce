import { describe, expect, it } from "vitest";
import { staticToken } from "../../../session/auth/static-token.js";
import { WebSession } from "../../../session/web/web-session.js";
import { connectThings, methods, wiring } from "../../../fixture/test-api.fixture.js";
import type { WebSessionOptions } from "../../../session/web/web-options.js";
import { enveloped } from "./envelope.js";
import type { FetchFunction } from "./fetch-function.js";

type Answer = () => Response | Promise<Response>;
type Protocol = NonNullable<WebSessionOptions["protocol"]>;

const encoded = methods.get.response.encode({
  metadata: { id: "1", parentId: "", resourceVersion: 0n },
  spec: undefined,
});
const text = (value: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(value));

const web = (parts: Uint8Array<ArrayBuffer>[], headers: Record<string, string> = {}): Answer => {
  return () =>
    new Response(new Blob(parts), { headers: { "content-type": "application/grpc-web+proto", ...headers } });
};
const connect = (status: number, code: string, headers: Record<string, string> = {}): Answer => {
  const body = JSON.stringify({ code, message: "m" });
  return () => new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
};
const gateway = (status: number): Answer => {
  return () => new Response("<html>", { status, headers: { "content-type": "text/html" } });
};
const message = enveloped(encoded, 0);
const cut: Answer = () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(message.subarray(0, 3));
      controller.error(new TypeError("terminated"));
    },
  });
  return new Response(body, { headers: { "content-type": "application/grpc-web+proto" } });
};

const fine: Readonly<Record<Protocol, Answer>> = {
  "grpc-web": web([message, enveloped(text("grpc-status: 0\r\n"), 0x80)]),
  connect: () => new Response(Uint8Array.from(encoded), { headers: { "content-type": "application/proto" } }),
};

/** Makes a call that changes something. The network gives the answer once, and then a good one. */
async function callAfter(protocol: Protocol, answer: Answer) {
  const keys: (string | undefined)[] = [];
  const fetch: FetchFunction = async (_, { headers }) => {
    keys.push(headers.find(([name]) => name === "x-idempotency-key")?.[1]);
    return (keys.length === 1 ? answer : fine[protocol])();
  };
  const session = new WebSession(wiring, {
    baseUrl: "https://api.example.com",
    credentials: staticToken("token-1"),
    retry: { baseDelayMs: 1, maxDelayMs: 1 },
    protocol,
    fetch,
  });
  const outcome = await Promise.resolve(connectThings(session).unary(methods.create, {})).then(
    () => "succeeded",
    ({ code }: { code: unknown }) => code,
  );
  await session.close();
  return { outcome, keys };
}

describe("a call over fetch", () => {
  it.each<[what: string, protocol: Protocol, answer: Answer]>([
    ["UNAVAILABLE in the headers", "grpc-web", web([], { "grpc-status": "14" })],
    ["UNAVAILABLE in the trailers", "grpc-web", web([enveloped(text("grpc-status: 14\r\n"), 0x80)])],
    ["a body that is cut off", "grpc-web", cut],
    ["a body without a status", "grpc-web", web([message])],
    ["a gateway's 503", "grpc-web", gateway(503)],
    ["a gateway's 502", "connect", gateway(502)],
    ["a gateway's 504", "connect", gateway(504)],
    ["unavailable", "connect", connect(503, "unavailable")],
    ["a failed network", "connect", () => Promise.reject(new TypeError("fetch failed"))],
    ["a delay of the server", "grpc-web", web([], { "grpc-status": "14", "grpc-retry-pushback-ms": "1" })],
  ])("is retried with its key after %s (%s)", async (_, protocol, answer) => {
    const { outcome, keys } = await callAfter(protocol, answer);
    expect(outcome).toBe("succeeded");
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it.each<[what: string, protocol: Protocol, answer: Answer, code: string]>([
    ["INVALID_ARGUMENT", "grpc-web", web([], { "grpc-status": "3" }), "INVALID_ARGUMENT"],
    ["invalid_argument", "connect", connect(400, "invalid_argument"), "INVALID_ARGUMENT"],
    ["a page of a web server", "connect", gateway(404), "UNIMPLEMENTED"],
    [
      "UNAVAILABLE, if the server asks for no retry",
      "grpc-web",
      web([], { "grpc-status": "14", "grpc-retry-pushback-ms": "-1" }),
      "UNAVAILABLE",
    ],
    [
      "unavailable, if the server asks for no retry",
      "connect",
      connect(503, "unavailable", { "grpc-retry-pushback-ms": "-1" }),
      "UNAVAILABLE",
    ],
  ])("is not retried after %s (%s)", async (_, protocol, answer, code) => {
    const { outcome, keys } = await callAfter(protocol, answer);
    expect(outcome).toBe(code);
    expect(keys).toHaveLength(1);
  });
});
