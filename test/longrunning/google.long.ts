import { create as createMessage } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildFolder, type Folder } from "../compile.fixture.js";
import { buildGoogle } from "../corpus/google.fixture.js";
import { OperationsServer } from "./operations-server.fixture.js";

const redis = "google/cloud/redis/v1/cloud_redis.proto";
const dataproc = "google/cloud/dataproc/v1/node_groups.proto";

/** What programs do with operations; each type is the one that the compiler must find. */
const program = `
import { Google, GoogleError, packAny, unpackAny } from "./index.js";
import { CloudRedisClient, Instance, Instance_Tier, type OperationMetadata } from "./google/cloud/redis/v1/index.js";
import { NodeGroupControllerClient } from "./google/cloud/dataproc/v1/index.js";
import { OperationsClient, type Operation } from "./google/longrunning/index.js";
import { type Empty } from "./google/protobuf/index.js";
import { mock } from "@stratus/runtime";

function open(endpoint: string): Google {
  return new Google({ endpoint, insecure: true, pollIntervalMs: 1, credentials: { description: "t", fetchToken: async () => ({ token: "t" }) } });
}

const request = { parent: "projects/p/locations/l", instanceId: "i", instance: { name: "i", tier: Instance_Tier.BASIC, memorySizeGb: 4 } };

export async function creates(endpoint: string): Promise<object> {
  await using google = open(endpoint);
  const operation = await new CloudRedisClient(google).createInstance(request);
  const before: OperationMetadata | undefined = operation.metadata;
  const seen: boolean[] = [];
  const instance: Instance = await operation.result({ onProgress: ({ done }) => seen.push(done) });
  const last: Operation = await operation.wait();
  return { name: operation.id, target: before?.target, memory: instance.memorySizeGb, seen, done: last.done, isDone: operation.isDone };
}

export async function deletes(endpoint: string): Promise<object> {
  await using google = open(endpoint);
  const nothing: Empty = await (await new CloudRedisClient(google).deleteInstance({ name: "i" })).result();
  return nothing;
}

export async function fails(endpoint: string): Promise<object> {
  await using google = open(endpoint);
  const operation = await new CloudRedisClient(google).createInstance(request);
  const error = await operation.result().catch((reason: unknown) => reason);
  return error instanceof GoogleError ? { code: error.code, text: error.text, id: error.operationId, method: error.method } : {};
}

export async function cancels(endpoint: string): Promise<object> {
  await using google = open(endpoint);
  const operation = await new CloudRedisClient(google).createInstance(request);
  await operation.cancel();
  const error = await operation.wait().catch((reason: unknown) => reason);
  return error instanceof GoogleError ? { code: error.code } : {};
}

export async function picksUp(endpoint: string): Promise<object> {
  await using google = open(endpoint);
  const instances = new CloudRedisClient(google);
  const { id } = await instances.createInstance(request);
  const operation = await instances.operation(id);
  const metadata: OperationMetadata | undefined = operation.metadata;
  const instance: Instance | undefined = unpackAny(Instance, await operation.result());
  return { target: metadata?.target, memory: instance?.memorySizeGb };
}

export async function reads(endpoint: string): Promise<object> {
  await using google = open(endpoint);
  const { id } = await new CloudRedisClient(google).createInstance(request);
  const operation: Operation = await new OperationsClient(google).getOperation({ name: id });
  return { name: operation.name };
}

export async function mocks(): Promise<object> {
  const redis = mock(CloudRedisClient, {
    createInstance: () => ({
      name: "op",
      result: { $case: "response", value: packAny(Instance, Instance.create({ memorySizeGb: 8 })) },
    }),
  });
  const instance = await (await redis.createInstance(request)).result();
  return { memory: instance.memorySizeGb };
}

export function groups(google: Google): Promise<object> {
  return new NodeGroupControllerClient(google).resizeNodeGroup({ name: "g" }).then(async (operation) => (await operation.result()).labels);
}
`;

type Program = Record<
  "creates" | "deletes" | "fails" | "cancels" | "picksUp" | "reads",
  (endpoint: string) => Promise<object>
> & { readonly mocks: () => Promise<object> };

describe("an API of Google's with long-running operations", () => {
  let descriptors: FileDescriptorSet;
  let folder: Folder;
  let run: Program;
  let server: OperationsServer;

  beforeAll(async () => {
    descriptors = createMessage(FileDescriptorSetSchema, { file: buildGoogle([redis, dataproc]) });
    // The file of the operations is imported alone, as by those who take it from a module of others.
    const parameter = "session_name=Google,partial=allow";
    const { files, error } = await runPlugin(
      requestOf(descriptors.file, { parameter, generate: [redis, dataproc] }),
    );
    expect(error).toBe("");
    folder = await buildFolder({ ...files, "main.ts": program });
    run = await folder.load<Program>("main.js");
  });
  beforeEach(async () => {
    server = await new OperationsServer(descriptors).listen();
    return () => server[Symbol.asyncDispose]();
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  const create = "/google.cloud.redis.v1.CloudRedis/CreateInstance";
  const made = { response: "google.cloud.redis.v1.Instance", values: { memorySizeGb: 4 } };

  it("gives what its option promises, when it is there, and what the operation says meanwhile", async () => {
    server.starts(create, made, { reads: 2, metadata: { target: "i" } });
    const name = "projects/p/operations/op-1";
    expect(await run.creates(server.address)).toEqual({
      name,
      target: "i",
      memory: 4,
      seen: [false, true],
      done: true,
      isDone: true,
    });
    // Read where it was made, and not at longrunning.googleapis.com.
    expect(server.seen.map(({ path, authority }) => [path, authority])).toEqual([
      [create, "redis.googleapis.com:443"],
      ["/google.longrunning.Operations/GetOperation", "redis.googleapis.com:443"],
      ["/google.longrunning.Operations/GetOperation", "redis.googleapis.com:443"],
    ]);
    expect(server.seen[1]?.request).toMatchObject({ name });
  });

  it("gives an Empty where there is nothing to give, at once where it is done at once", async () => {
    const path = "/google.cloud.redis.v1.CloudRedis/DeleteInstance";
    server.starts(path, { response: "google.protobuf.Empty", values: {} }, { reads: 0 });
    expect(await run.deletes(server.address)).toEqual({});
    expect(server.seen).toHaveLength(1);
  });

  it("fails with the SDK's error where the operation does", async () => {
    server.starts(create, { error: 6, message: "there is one" });
    expect(await run.fails(server.address)).toEqual({
      code: "ALREADY_EXISTS",
      text: "there is one",
      id: "projects/p/operations/op-1",
      method: "google.cloud.redis.v1.CloudRedis/CreateInstance",
    });
  });

  it("can be told to end it", async () => {
    server.starts(create, made, { reads: 100 });
    expect(await run.cancels(server.address)).toEqual({ code: "CANCELLED" });
    expect(server.seen.map(({ path }) => path.split("/")[2])).toEqual([
      "CreateInstance",
      "CancelOperation",
      "GetOperation",
    ]);
  });

  it("picks one up by its name, with the types that all its operations share", async () => {
    server.starts(create, made, { metadata: { target: "i" } });
    expect(await run.picksUp(server.address)).toEqual({ target: "i", memory: 4 });
  });

  it("has the service of the operations as a client too", async () => {
    server.starts(create, made);
    expect(await run.reads(server.address)).toEqual({ name: "projects/p/operations/op-1" });
    expect(server.seen.at(-1)?.authority).toBe("longrunning.googleapis.com:443");
  });

  it("is mocked as any other: an operation that runs has succeeded when it is read", async () => {
    expect(await run.mocks()).toEqual({ memory: 8 });
  });
});
