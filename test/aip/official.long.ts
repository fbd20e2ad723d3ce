/**
 * Google's own clients, as npm has them, run against the emulator, and ours beside them: for the same calls both must
 * send the same messages, routes and projects. `npm run long -- official` installs them into the folder `official`.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReceivedCall, type Emulator, startEmulator } from "@stratus/emulator";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildFolder, type Folder } from "../compile.fixture.js";
import { buildGoogle } from "../corpus/google.fixture.js";

const protos = [
  "google/cloud/secretmanager/v1",
  "google/pubsub/v1",
  "google/spanner/admin/instance/v1",
  "google/spanner/admin/database/v1",
  "google/cloud/resourcemanager/v3",
];

/** The calls of ours, in the order of theirs. */
const program = `
import { Google, GoogleError } from "./index.js";
import { SecretManagerServiceClient } from "./google/cloud/secretmanager/v1/index.js";
import { PublisherClient } from "./google/pubsub/v1/index.js";
import { InstanceAdminClient } from "./google/spanner/admin/instance/v1/index.js";

const open = (endpoint: string, token: string): Google => new Google({
  endpoint, insecure: true, pollIntervalMs: 1,
  credentials: { description: "t", fetchToken: async () => ({ token, metadata: { "x-goog-user-project": "q" } }) },
});

export async function run(endpoint: string, token: string): Promise<void> {
  await using google = open(endpoint, token);
  const secrets = new SecretManagerServiceClient(google);
  const name = "projects/p/secrets/s";
  await secrets.createSecret({ parent: "projects/p", secretId: "s", secret: { labels: { a: "1" }, replication: { replication: { $case: "automatic", value: {} } } } });
  await secrets.getSecret({ name });
  await secrets.updateSecret({ secret: { name, labels: { a: "2" } }, updateMask: ["labels"] });
  await secrets.listSecrets({ parent: "projects/p", pageSize: 5 });
  await secrets.addSecretVersion({ parent: name, payload: { data: new Uint8Array([1, 2, 3]) } });
  await secrets.deleteSecret({ name });
  await secrets.getSecret({ name }).catch((error: unknown) => {
    if (!(error instanceof GoogleError) || error.code !== "NOT_FOUND") throw error;
  });
  const publisher = new PublisherClient(google);
  const topic = "projects/p/topics/t";
  await publisher.createTopic({ name: topic, labels: { a: "1" } });
  await publisher.getTopic({ topic });
  await publisher.publish({ topic, messages: [{ data: new Uint8Array([7]), attributes: { k: "v" } }] });
  await publisher.deleteTopic({ topic });
  const instances = new InstanceAdminClient(google);
  const started = await instances.createInstance({ parent: "projects/p", instanceId: "i", instance: { config: "projects/p/instanceConfigs/c", displayName: "d", nodeCount: 1 } });
  await started.result();
  const instance = "projects/p/instances/i";
  await instances.getInstance({ name: instance });
  await (await instances.updateInstance({ instance: { name: instance, displayName: "e" }, fieldMask: ["display_name"] })).result();
  await instances.deleteInstance({ name: instance });
  const other = "projects/p/instances/j";
  await (await instances.createInstance({ parent: "projects/p", instanceId: "j", instance: { config: "projects/p/instanceConfigs/c", displayName: "e" } })).result();
  const changed = await (await instances.modifyInstance({ name: other }, (one) => void (one.nodeCount = 3))).result();
  if (changed.nodeCount !== 3 || changed.displayName !== "e") throw new Error(JSON.stringify(changed));
}

/** One secret version, whose answer is lost again and again. */
export async function loses(endpoint: string, token: string): Promise<string> {
  await using google = open(endpoint, token);
  const add = new SecretManagerServiceClient(google).addSecretVersion({ parent: "projects/p/secrets/s", payload: { data: new Uint8Array([1]) } });
  return add.then(() => "OK", (error: unknown) => (error instanceof GoogleError ? error.code : String(error)));
}
`;

interface Program {
  run(endpoint: string, token: string): Promise<void>;
  loses(endpoint: string, token: string): Promise<string>;
}

/** A client of Google's, of which nobody here has the types. */
type Theirs = Record<string, (request: object, options?: object) => Promise<readonly unknown[]>>;

/** Attempts that change nothing of what is compared: polling. */
const isPoll = ({ method }: ReceivedCall): boolean => method.startsWith("google.longrunning.");
const seenOf = (emulator: Emulator) =>
  emulator
    .calls()
    .filter((one) => !isPoll(one))
    .map(({ method, message, metadata, code }) => ({
      method,
      message,
      code,
      route: metadata["x-goog-request-params"],
      project: metadata["x-goog-user-project"],
      token: metadata["authorization"],
    }));

/** The request of CreateInstance with the name of the instance. */
function withName(message: unknown, name: string): unknown {
  const { instance } = message as { readonly instance: object };
  return { ...(message as object), instance: { ...instance, name } };
}

describe("Google's own clients at the emulator", () => {
  let emulator: Emulator;
  let folder: Folder;
  let ours: Program;
  let token: string;
  const versions: unknown[] = [];

  beforeAll(async () => {
    const file = buildGoogle(protos);
    const image = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
    emulator = await startEmulator({ image, anyAuthority: true, validate: "off" });
    emulator.handle("SecretManagerService/AddSecretVersion", ({ parent }) => {
      versions.push(parent);
      return { name: `${String(parent)}/versions/${versions.length}` };
    });
    emulator.handle("Publisher/Publish", () => ({ messageIds: ["1"] }));
    token = emulator.issueToken({ subject: "tester" });
    const generate = file.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
    const parameter = "session_name=Google,required=docs";
    const { files, error } = await runPlugin(requestOf(file, { parameter, generate }));
    expect(error).toBe("");
    folder = await buildFolder({ ...files, "main.ts": program });
    ours = await folder.load<Program>("main.js");
  });
  afterAll(async () => {
    await folder?.[Symbol.asyncDispose]();
    await emulator?.close();
  });

  it("send what ours send: messages, routes, project and token", async () => {
    await theirs(emulator, token);
    const sent = seenOf(emulator);
    emulator.clearCalls();
    await ours.run(emulator.address, token);
    const own = seenOf(emulator);
    // Ours fill in the name of a new instance, which its API marks as REQUIRED.
    const named = sent.map((one) =>
      one.method.endsWith("/CreateInstance")
        ? { ...one, message: withName(one.message, "projects/p/instances/i") }
        : one,
    );
    expect(own.slice(0, sent.length)).toEqual(named);
    // The `modify`, which they do not have.
    const more = own.slice(sent.length).map(({ method }) => method.split("/")[1]);
    expect(more).toEqual(["CreateInstance", "GetInstance", "UpdateInstance"]);
    expect(own.at(-1)?.message).toMatchObject({ fieldMask: "nodeCount" });
  });

  it("and ours make one secret version when answers are lost after the effect", async () => {
    versions.length = 0;
    emulator.script(
      "SecretManagerService/AddSecretVersion",
      Array.from({ length: 4 }, () => ({ dropResponse: true })),
    );
    expect(await ours.loses(emulator.address, token)).toBe("UNAVAILABLE");
    expect(versions).toHaveLength(1);
  });
});

async function theirs(emulator: Emulator, token: string): Promise<void> {
  const load = createRequire(join(fileURLToPath(new URL("official/", import.meta.url)), "package.json"));
  const { credentials } = load("@grpc/grpc-js") as { credentials: { createInsecure(): unknown } };
  const port = Number(emulator.address.split(":").at(-1));
  const settings = { apiEndpoint: "127.0.0.1", port, sslCreds: credentials.createInsecure(), projectId: "p" };
  const call = { otherArgs: { headers: { authorization: `Bearer ${token}`, "x-goog-user-project": "q" } } };
  const { SecretManagerServiceClient } = load("@google-cloud/secret-manager") as Record<
    string,
    new (s: object) => Theirs
  >;
  const secrets = new SecretManagerServiceClient!(settings);
  const name = "projects/p/secrets/s";
  await secrets["createSecret"]!(
    { parent: "projects/p", secretId: "s", secret: { labels: { a: "1" }, replication: { automatic: {} } } },
    call,
  );
  await secrets["getSecret"]!({ name }, call);
  await secrets["updateSecret"]!(
    { secret: { name, labels: { a: "2" } }, updateMask: { paths: ["labels"] } },
    call,
  );
  await secrets["listSecrets"]!({ parent: "projects/p", pageSize: 5 }, { ...call, autoPaginate: false });
  await secrets["addSecretVersion"]!({ parent: name, payload: { data: Buffer.from([1, 2, 3]) } }, call);
  await secrets["deleteSecret"]!({ name }, call);
  await expect(secrets["getSecret"]!({ name }, call)).rejects.toMatchObject({ code: 5 });
  const { v1 } = load("@google-cloud/pubsub") as { v1: Record<string, new (s: object) => Theirs> };
  const publisher = new v1["PublisherClient"]!(settings);
  const topic = "projects/p/topics/t";
  await publisher["createTopic"]!({ name: topic, labels: { a: "1" } }, call);
  await publisher["getTopic"]!({ topic }, call);
  await publisher["publish"]!(
    { topic, messages: [{ data: Buffer.from([7]), attributes: { k: "v" } }] },
    call,
  );
  await publisher["deleteTopic"]!({ topic }, call);
  const spanner = load("@google-cloud/spanner") as { v1: Record<string, new (s: object) => Theirs> };
  const instances = new spanner.v1["InstanceAdminClient"]!(settings);
  const instance = "projects/p/instances/i";
  await instances["createInstance"]!(
    {
      parent: "projects/p",
      instanceId: "i",
      instance: { config: "projects/p/instanceConfigs/c", displayName: "d", nodeCount: 1 },
    },
    call,
  );
  await instances["getInstance"]!({ name: instance }, call);
  await instances["updateInstance"]!(
    { instance: { name: instance, displayName: "e" }, fieldMask: { paths: ["display_name"] } },
    call,
  );
  await instances["deleteInstance"]!({ name: instance }, call);
  for (const client of [secrets, publisher, instances])
    await (client["close"] as unknown as () => Promise<void>).call(client);
}
