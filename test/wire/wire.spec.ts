import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cloud, staticToken } from "@svc/cloud";
import * as common from "@svc/cloud/common/v1";
import * as compute from "@svc/cloud/compute/v1";
import * as iam from "@svc/cloud/iam/v1";
import { loadDescriptors } from "../../emulator/src/descriptors/load.js";
import type { Method } from "../../runtime/src/calls/rpc/service.js";
import { toJson } from "../../runtime/src/messages/json/index.js";
import { fillRequest } from "../../runtime/src/messages/table/fill.js";
import { sampleRequest } from "./sample-request.fixture.js";
import { type WireCall, WireServer } from "./wire-server.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const registry = await loadDescriptors({ protos: "." }, top);

type Methods = { readonly [local: string]: Method };
type Client = { readonly [local: string]: (request: unknown) => unknown };
type ClientClass = new (session: Cloud, options: { readonly endpoint?: string }) => Client;

/** A generated client with its rpcs. */
interface Generated {
  readonly typeName: string;
  readonly methods: Methods;
  readonly client: ClientClass;
}

function clientsOf(entry: object): Generated[] {
  return Object.entries(entry).flatMap(([name, methods]: [string, Methods]) => {
    const first = name.endsWith("ServiceMethods") ? Object.values(methods)[0] : undefined;
    if (!first) return [];
    const client = Reflect.get(entry, name.replace(/Methods$/, "Client")) as ClientClass;
    return [{ typeName: first.service.typeName, methods, client }];
  });
}

const generated = [common, compute, iam].flatMap(clientsOf);

/** The headers that are the same in every call. */
const usual = {
  ":method": "POST",
  ":scheme": "http",
  "content-type": "application/grpc",
  te: "trailers",
  "user-agent": expect.stringMatching(/^svc-cloud\/\S+ stratus\/\S+ node\/\S+$/),
  "grpc-accept-encoding": "identity,gzip",
  authorization: "Bearer token-of-the-test",
};
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeout = /^(1\d{4}|20000)m$|^(1\d|20)S$/;

/** Checks a call that carries a request, and returns the rest in a line. */
function show({ headers, messages }: WireCall, { kind, request }: Method, given: object): string {
  const {
    ":path": path,
    ":authority": authority,
    "x-idempotency-key": key,
    "x-resetmask": mask,
    "grpc-timeout": limit,
    ...others
  } = headers;
  // Node adds a symbol.
  expect(Object.fromEntries(Object.entries(others))).toEqual(usual);
  expect(messages).toEqual([toJson(request, fillRequest(request, given))]);
  if (kind === "unary") expect(limit).toMatch(timeout);
  if (key !== undefined) expect(key).toMatch(uuid4);
  return `${path} at ${authority}${key ? ", with a key" : ""}${mask ? `, mask ${String(mask)}` : ""}\n`;
}

/**
 * Each rpc of the SDK, as an independent server reads it. After a change that is meant, run this with `vitest -u` and
 * read the diff of calls.txt.
 */
describe("on the wire", () => {
  let server: WireServer;
  let cloud: Cloud;

  beforeAll(async () => {
    server = await new WireServer(registry).listen();
    cloud = new Cloud({
      apiDomain: "api.example.com",
      endpoint: server.address,
      insecure: true,
      credentials: staticToken("token-of-the-test"),
    });
  });
  afterAll(async () => {
    await cloud.close();
    await server[Symbol.asyncDispose]();
  });

  it("are all rpcs of the API", () => {
    const rpcs = [...registry].flatMap((desc) =>
      desc.kind === "service" && desc.typeName.startsWith("svc.") ? desc.methods : [],
    );
    const called = generated.flatMap(({ methods }) => Object.values(methods).map(({ path }) => path));
    expect(called.toSorted()).toEqual(
      rpcs.map(({ name, parent }) => `/${parent.typeName}/${name}`).toSorted(),
    );
  });

  it("is what calls.txt says, with every field of the request", async () => {
    const shown: string[] = [];
    for (const { typeName, methods, client: Service } of generated) {
      const client = new Service(
        cloud,
        typeName.endsWith(".OperationService") ? { endpoint: "compute" } : {},
      );
      for (const [local, method] of Object.entries(methods)) {
        const few = (): object => fillRequest(method.request, { metadata: { id: "id-1" } }) as object;
        for (const request of [sampleRequest(method.request), ...(method.isUpdate ? [few()] : [])]) {
          await finish(call(client, local, request));
          shown.push(...server.take().map((one) => show(one, method, request)));
        }
      }
    }
    await expect(shown.join("")).toMatchFileSnapshot("calls.txt");
  });
});

function call(client: Client, local: string, request: object): unknown {
  const rpc = client[local];
  if (!rpc) throw new Error(`the client has no ${local}`);
  return rpc.call(client, request);
}

/** Waits for a call, or reads a stream to its end. */
async function finish(started: unknown): Promise<void> {
  if (typeof started === "object" && started !== null && Symbol.asyncIterator in started) {
    for await (const _ of started as AsyncIterable<unknown>) continue;
  } else await started;
}
