/** Google's client of Secret Manager, as npm has it, uses each feature of the emulator, which curl controls. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { buildGoogle } from "../corpus/google.fixture.js";

const run = promisify(execFile);

/** A client of Google's, of which nobody here has the types. */
type Client = Record<string, (request?: object, options?: object) => Promise<readonly unknown[]>>;

let emulator: Emulator;
let secrets: Client;
const lines: string[] = [];
beforeAll(async () => {
  const file = buildGoogle(["google/cloud/secretmanager/v1"]);
  const image = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
  const log = { write: (line: string) => void lines.push(line) };
  emulator = await startEmulator({ image, anyAuthority: true, validate: "off", log });
  const load = createRequire(
    join(fileURLToPath(new URL("../aip/official/", import.meta.url)), "package.json"),
  );
  const { credentials } = load("@grpc/grpc-js") as { credentials: { createInsecure(): unknown } };
  const { SecretManagerServiceClient } = load("@google-cloud/secret-manager") as Record<
    string,
    new (settings: object) => Client
  >;
  secrets = new SecretManagerServiceClient!({
    apiEndpoint: "127.0.0.1",
    port: Number(emulator.address.split(":").at(-1)),
    sslCreds: credentials.createInsecure(),
    projectId: "p",
  });
});
beforeEach(() => emulator.reset());
afterAll(async () => {
  await secrets?.["close"]?.();
  await emulator?.close();
});

async function curl(path: string, body?: object): Promise<string> {
  const data = body && ["-H", "content-type: application/json", "-d", JSON.stringify(body)];
  const args = ["-sS", ...(data ?? []), `${emulator.webUrl}/_emulator/${path}`];
  return (await run("curl", args)).stdout;
}

/** Options of a call with a token that curl got. Google's clients otherwise retry for a minute. */
async function as(body: object = {}): Promise<object> {
  const { token } = JSON.parse(await curl("tokens", body)) as { token: string };
  return { retry: null, autoPaginate: false, otherArgs: { headers: { authorization: `Bearer ${token}` } } };
}

const parent = "projects/p";
const name = `${parent}/secrets/s`;
const createSecret = async (caller: object, secretId = "s") =>
  secrets["createSecret"]!({ parent, secretId, secret: { replication: { automatic: {} } } }, caller);
const list = async (caller: object): Promise<string[]> => {
  const [found] = await secrets["listSecrets"]!({ parent }, caller);
  return (found as { name: string }[]).map((one) => one.name);
};

it("is seen by its resource, in the log and in the calls", async () => {
  const caller = await as({ subject: "ann" });
  await createSecret(caller);
  await secrets["getSecret"]!({ name }, caller);
  const { calls } = JSON.parse(await curl("calls?method=GetSecret&account=ann")) as { calls: unknown[] };
  expect(calls).toMatchObject([{ resource: name, code: "OK" }]);
  expect(lines.at(-1)).toContain(`SecretManagerService/GetSecret  ${name}`);
});

it("goes back to a snapshot, to nothing and to a seed", async () => {
  const caller = await as();
  await createSecret(caller);
  await curl("snapshots", { name: "one" });
  await createSecret(caller, "t");
  const yaml = await curl("export");
  await curl("snapshots/restore", { name: "one" });
  expect(await list(caller)).toEqual([name]);
  await curl("reset", {});
  expect(await list(caller)).toEqual([]);
  expect(JSON.parse(await curl("seed", { yaml }))).toEqual({ created: 2, replaced: 0 });
  expect(await list(caller)).toEqual([name, `${parent}/secrets/t`]);
});

it("meets faults, each scenario that an API without operations has, and its own retries", async () => {
  const caller = await as();
  await createSecret(caller);
  const get = () => secrets["getSecret"]!({ name }, caller);
  await curl("faults", { method: "SecretManagerService/GetSecret", steps: [{ code: "UNAVAILABLE" }] });
  await expect(get()).rejects.toMatchObject({ code: 14 });
  const access = "SecretManagerService/AccessSecretVersion";
  emulator.handleScripted(access, { answer: { name: `${name}/versions/1` } });
  await curl("faults", { method: access, steps: [{ code: "UNAVAILABLE" }] });
  // By its own settings it repeats this call.
  const { retry: _, ...patient } = caller as { retry: unknown };
  const [version] = await secrets["accessSecretVersion"]!({ name: `${name}/versions/1` }, patient);
  expect(version).toMatchObject({ name: `${name}/versions/1` });
  await curl("scenarios", { names: ["lag"] });
  await curl("clock/advance", { ms: 2001 });
  await createSecret(caller, "late");
  expect(await list(caller)).toEqual([name]);
  await curl("clock/advance", { ms: 2001 });
  expect(await list(caller)).toHaveLength(2);
  await curl("scenarios", { names: ["busy"] });
  const many = await Promise.allSettled(Array.from({ length: 12 }, () => get()));
  expect(many.filter(({ status }) => status === "rejected").length).toBeGreaterThan(0);
  await curl("scenarios", { names: ["expiring-tokens"] });
  const short = await as({ subject: "ann" });
  await secrets["getSecret"]!({ name }, short);
  await curl("clock/advance", { ms: 5001 });
  await expect(secrets["getSecret"]!({ name }, short)).rejects.toMatchObject({ code: 16 });
  await curl("scenarios", { names: [] });
});

it("is refused by rules and by the age of its token, by a clock that stands", async () => {
  const viewer = await as({ role: "viewer" });
  await curl("rules", {
    deny: [{ methods: ["SecretManagerService/DeleteSecret"], roles: ["viewer"] }],
    quota: [{ resource: "google.cloud.secretmanager.v1.Secret", perParent: 1 }],
  });
  await createSecret(viewer);
  await expect(secrets["deleteSecret"]!({ name }, viewer)).rejects.toMatchObject({ code: 7 });
  await expect(createSecret(viewer, "t")).rejects.toMatchObject({ code: 8 });
  await curl("rules", {});
  await curl("clock/freeze", {});
  const brief = await as({ lifetimeMs: 1000 });
  expect(await list(brief)).toEqual([name]);
  await curl("clock/advance", { ms: 1001 });
  await expect(list(brief)).rejects.toMatchObject({ code: 16 });
});

it("gets the answers of a script", async () => {
  emulator.handleScripted("SecretManagerService/AddSecretVersion", {
    answer: { name: `${name}/versions/1`, state: "ENABLED" },
  });
  const [version] = await secrets["addSecretVersion"]!(
    { parent: name, payload: { data: Buffer.from("a") } },
    await as(),
  );
  expect(version).toMatchObject({ name: `${name}/versions/1`, state: "ENABLED" });
});
