import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import {
  ConformanceServiceClient,
  IdempotentUnaryRequest,
  UnaryRequest,
} from "../../generated/interop/connectrpc/conformance/v1/index.js";
import { staticToken } from "../../generated/interop/index.js";
import { type FetchFunction, Interop } from "../../generated/interop/web.js";
import { jsonFormat } from "../../generated/interop/web-messages.js";

/** One request as `fetch` gets it. */
interface Sent {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

type Options = ConstructorParameters<typeof Interop>[0];

async function sent(
  options: Partial<Options>,
  call: (client: ConformanceServiceClient) => PromiseLike<unknown>,
): Promise<Sent> {
  const requests: Request[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    requests.push(new Request(url, init));
    return new Response("", { status: 503 });
  }) as FetchFunction;
  const session = new Interop({
    baseUrl: "https://api.example",
    credentials: staticToken("t"),
    retry: false,
    fetch,
    ...options,
  });
  const client = new ConformanceServiceClient(session, { endpoint: { host: "api.example" } });
  await Promise.resolve(call(client)).catch(() => {});
  session.close();
  const [request] = requests;
  if (!request) throw new Error("nothing was sent");
  const body = new Uint8Array(await request.arrayBuffer());
  return { url: new URL(request.url), headers: request.headers, body };
}

const requestData = new Uint8Array([1, 2, 3]);

it.each([
  ["of three bytes", { requestData }],
  ["without a field", {}],
])("Connect compresses a request %s if the session asks for it", async (_, request) => {
  const { body, headers } = await sent({ protocol: "connect", compression: "gzip" }, (client) =>
    client.unary(request),
  );
  expect(headers.get("content-encoding")).toBe("gzip");
  expect(new Uint8Array(gunzipSync(body))).toEqual(UnaryRequest.encode(UnaryRequest.create(request)));
});

it("gRPC-web compresses a request of three bytes if the session asks for it", async () => {
  const { body, headers } = await sent({ protocol: "grpc-web", compression: "gzip" }, (client) =>
    client.unary({ requestData }),
  );
  expect(headers.get("grpc-encoding")).toBe("gzip");
  expect(body[0]).toBe(1);
  expect(new Uint8Array(gunzipSync(body.subarray(5)))).toEqual(
    UnaryRequest.encode(UnaryRequest.create({ requestData })),
  );
});

it.each<[string, Partial<Options>, string[]]>([
  ["protobuf", {}, ["connect", "base64", "encoding", "message"]],
  ["JSON", { format: jsonFormat }, ["connect", "encoding", "message"]],
  [
    "protobuf, compressed",
    { compression: "gzip" },
    ["connect", "base64", "compression", "encoding", "message"],
  ],
  [
    "JSON, compressed",
    { compression: "gzip", format: jsonFormat },
    ["connect", "base64", "compression", "encoding", "message"],
  ],
])("a GET in %s has its parameters in the order that Connect recommends", async (_, options, names) => {
  const { url } = await sent({ protocol: "connect", useGet: true, ...options }, (client) =>
    client.idempotentUnary({ requestData }),
  );
  expect([...url.searchParams.keys()]).toEqual(names);
  const message = Buffer.from(url.searchParams.get("message") ?? "", "base64url");
  if (options.compression && !options.format) {
    expect(new Uint8Array(gunzipSync(message))).toEqual(
      IdempotentUnaryRequest.encode(IdempotentUnaryRequest.create({ requestData })),
    );
  }
});
