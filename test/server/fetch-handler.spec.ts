import { describe, expect, it } from "vitest";
import { addService, corsHeaders, fetchHandler } from "@stratus/runtime/server";
import { CallError } from "@stratus/runtime";
import { descriptors } from "../../generated/interop/descriptors.js";
import { TestServiceServer } from "../../generated/interop/testing/index.server.js";
import { TestServiceClient } from "../../generated/interop/testing/index.js";
import { Interop, type InteropOptions, tokenFromFunction } from "../../generated/interop/web.js";
import { jsonFormat } from "../../generated/interop/web-messages.js";

const page = "https://app.example.com";
const handler = await fetchHandler(
  descriptors,
  (server) =>
    addService(
      server,
      TestServiceServer,
      {
        unaryCall({ responseSize, responseStatus }, { metadata, authority }) {
          if (responseStatus) throw new CallError({ code: "NOT_FOUND", text: responseStatus.message });
          const username = `${metadata.get("x-ask")} at ${authority}`;
          return { payload: { body: new Uint8Array(responseSize) }, username };
        },
        async *streamingOutputCall({ responseParameters }) {
          for (const { size } of responseParameters) yield { payload: { body: new Uint8Array(size) } };
        },
      },
      { partial: true },
    ),
  { cors: { origins: [page], headers: corsHeaders(Interop) } },
);
const url = "https://api.test/api/rpc/grpc.testing.TestService/UnaryCall";

/** A client whose requests go to the handler of a framework. */
function connect(options: Partial<InteropOptions>): TestServiceClient {
  const fetch = (to: string, init: object): Promise<Response> => handler(new Request(to, init));
  const credentials = tokenFromFunction(() => "token-1");
  const session = new Interop({
    baseUrl: "https://api.test/api/rpc",
    credentials,
    retry: false,
    fetch,
    ...options,
  });
  return new TestServiceClient(session);
}

describe.each<[name: string, options: Partial<InteropOptions>]>([
  ["gRPC-web", { protocol: "grpc-web" }],
  ["Connect", { protocol: "connect" }],
  ["Connect in JSON", { protocol: "connect", format: jsonFormat }],
])("services behind the requests of fetch, by %s", (_, options) => {
  const client = connect(options);

  it("answer calls below any path", async () => {
    const answer = await client.unaryCall({ responseSize: 5 }, { metadata: { "x-ask": "yes" } });
    expect(answer.payload?.body).toHaveLength(5);
    expect(answer.username).toMatch(/^yes/);
  });

  it("stream", async () => {
    const sizes: (number | undefined)[] = [];
    for await (const { payload } of client.streamingOutputCall({
      responseParameters: [{ size: 3 }, { size: 1 }],
    }))
      sizes.push(payload?.body.length);
    expect(sizes).toEqual([3, 1]);
  });

  it("fail with the errors of handlers", async () => {
    const failure = client.unaryCall({ responseStatus: { message: "gone" } });
    await expect(failure).rejects.toMatchObject({ code: "NOT_FOUND", text: "gone" });
    await expect(client.emptyCall({})).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
  });
});

describe("a handler for the requests of fetch", () => {
  const ask = (headers: Record<string, string>, method = "POST") =>
    handler(
      new Request(url, {
        method,
        headers: { "content-type": "application/json", host: "api.test", ...headers },
        ...(method === "POST" && { body: "{}" }),
      }),
    );

  it.each([
    ["a program", {}, 200],
    ["a page of the same origin", { origin: "https://api.test" }, 200],
    ["a listed page", { origin: page, "sec-fetch-site": "cross-site" }, 200],
    ["another page", { origin: "https://evil.example" }, 403],
    ["another page of the same site", { "sec-fetch-site": "same-site" }, 403],
    ["a page without an origin", { origin: "null" }, 403],
  ])("answers a call of %s as it should", async (_, headers, want) => {
    expect((await ask(headers)).status).toBe(want);
  });

  it("answers preflights of listed pages alone, and never allows cookies", async () => {
    const allowed = await ask({ origin: page }, "OPTIONS");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-headers")).toContain("x-idempotency-key");
    expect(allowed.headers.has("access-control-allow-credentials")).toBe(false);
    const refused = await ask({ origin: "https://evil.example" }, "OPTIONS");
    expect([refused.status, refused.headers.has("access-control-allow-origin")]).toEqual([403, false]);
  });

  it("takes deadlines that no timer can measure", async () => {
    expect((await ask({ "connect-timeout-ms": "1099511627776" })).status).toBe(200);
  });

  it("leaves other paths to the framework", async () => {
    expect((await handler(new Request("https://api.test/favicon.ico"))).status).toBe(404);
  });
});
