import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cloud, staticToken } from "@svc/cloud";
import * as common from "@svc/cloud/common/v1";
import * as compute from "@svc/cloud/compute/v1";
import * as iam from "@svc/cloud/iam/v1";
import { loadDescriptors } from "../../emulator/src/descriptors/load.js";
import type { Method } from "../../runtime/src/calls/rpc/service.js";
import { sampleRequest } from "./sample-request.fixture.js";
import { WireServer } from "./wire-server.fixture.js";

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

/**
 * What every rpc of the SDK sends: path, authority, metadata and message, as an
 * independent server reads them. One file per service; after a change that is
 * meant, run this with `vitest -u` and read the diff.
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

  it.each(generated)("$typeName sends what its file says", async ({ typeName, methods, client: Service }) => {
    const client = new Service(cloud, typeName.endsWith(".OperationService") ? { endpoint: "compute" } : {});
    const shown: string[] = [];
    for (const [local, method] of Object.entries(methods)) {
      await finish(call(client, local, sampleRequest(method.request)));
      shown.push(...server.take().map((text) => `# ${local}\n\n${text}`));
      if (!method.isUpdate) continue;
      await finish(call(client, local, { metadata: { id: "id-1" } }));
      shown.push(...server.take().map((text) => `# ${local}, of which little is said\n\n${text}`));
    }
    await expect(`${shown.join("\n\n\n")}\n`).toMatchFileSnapshot(`snapshots/${typeName}.txt`);
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
