import { execFile, spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator, type Emulator } from "@stratus/emulator";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const programPath = (name: string): string => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));

describe("the example programs, as they are started by hand", () => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;
  let folder: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "programs-"));
    emulator = await startEmulator({ sdk: "@svc/cloud" });
    cloud = Cloud.fromEnv({
      apiDomain: emulator.apiDomain,
      endpoint: emulator.address,
      insecure: true,
      credentials: staticToken(emulator.issueToken()),
    });
    instances = new InstanceServiceClient(cloud);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill("SIGTERM");
      // Servers leave by themselves when they are asked to.
      if (child.exitCode === null) await once(child, "exit");
    }
  });
  afterAll(async () => {
    await cloud.close();
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What `stratus-emulator` prints for the shell. */
  const environment = (local = emulator): NodeJS.ProcessEnv => ({
    CLOUD_TOKEN: local.issueToken(),
    CLOUD_API_DOMAIN: local.apiDomain,
    CLOUD_ENDPOINT: local.address,
    CLOUD_INSECURE: "true",
  });
  const run = async (name: string, args: readonly string[], env = environment()): Promise<string> => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [programPath(name), ...args], {
      env,
    });
    expect(stderr).toBe("");
    return stdout;
  };
  /** Starts a server, and gives its URL. */
  const serve = async (name: string): Promise<string> => {
    const options = { env: environment() };
    const child = spawn(process.execPath, [programPath(name)], {
      ...options,
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(child);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return `http://127.0.0.1:${/port: (\d+)/.exec(String(line))?.[1]}`;
  };
  const create = async (parentId: string, name: string, labels = {}): Promise<string> => {
    const operation = await instances.create({ metadata: { parentId, name, labels }, spec: { cpu: 4 } });
    await operation.wait();
    return operation.resourceId;
  };

  it("service-account: logs in by a key file and stops what is temporary", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    emulator.addServiceAccount({ id: "robot", keyId: "key-1", publicKeyPem: publicKey });
    const file = join(folder, "service-account.json");
    const key = { alg: "RS256", "private-key": privateKey, kid: "key-1", iss: "robot", sub: "robot" };
    await writeFile(file, JSON.stringify({ "subject-credentials": key }));
    const temporary = await create("nightly", "try-1", { temporary: "yes" });
    const kept = await create("nightly", "web-1");
    const { CLOUD_TOKEN: _, ...env } = environment();
    expect(await run("service-account", [file, "nightly"], env)).toBe("stopped try-1\n");
    expect((await instances.get({ id: temporary })).spec.stopped).toBe(true);
    expect((await instances.get({ id: kept })).spec.stopped).toBe(false);
  });

  it("progress-bar: draws the bar to its end, and picks up an operation by its id", async () => {
    await using slow = await startEmulator({ sdk: "@svc/cloud", operationDelayMs: 500 });
    const env = environment(slow);
    const first = await run("progress-bar", ["bars", "bar-1"], env);
    expect(first).toMatch(
      /^operation \S+\n(?:\r\[#*\.+\] in progress)+\r\[#{30}\] complete\nbar-1 is \S+\n$/,
    );
    const id = /^operation (\S+)/.exec(first)?.[1] ?? "";
    expect(await run("progress-bar", ["--resume", id], env)).toMatch(/\nbar-1 is \S+\n$/);
  });

  it("safe-change: two processes at the same time never take the same number", async () => {
    const id = await create("counters", "counter");
    const outputs = await Promise.all([run("safe-change", [id, "5"]), run("safe-change", [id, "5"])]);
    const numbers = outputs.flatMap((output) => output.trim().split("\n").map(Number));
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await instances.get({ id })).metadata.labels).toEqual({ counter: "10" });
  });

  it("list-to-csv: writes a line for each instance, whatever is in its name", async () => {
    await create("csv", 'the "big" one, really');
    await create("csv", "plain");
    const lines = (await run("list-to-csv", ["csv"])).split("\r\n");
    expect(lines[0]).toBe("id,name,cpu,memory_bytes,state,created_at");
    expect(lines[1]).toMatch(/^\S+,"the ""big"" one, really",4,0,RUNNING,\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(lines).toHaveLength(4);
  });

  it("web-handler: answers all visitors over one session", async () => {
    const id = await create("web", "shown");
    const url = await serve("web-handler");
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/instances/${id}`)));
    for (const answer of answers) expect(await answer.json()).toEqual({ name: "shown", cpu: 4, disks: 0 });
    expect((await fetch(`${url}/instances/nowhere`)).status).toBe(404);
    expect((await fetch(`${url}/else`)).status).toBe(404);
  });

  it("json-gateway: speaks JSON to the outside, and names what is wrong with a request", async () => {
    const id = await create("json", "spoken");
    const url = await serve("json-gateway");
    const post = async (path: string, body: string): Promise<unknown> =>
      (await fetch(`${url}/${path}`, { method: "POST", body })).json();
    expect(await post("instances.get", JSON.stringify({ id }))).toMatchObject({
      metadata: { id, name: "spoken" },
      spec: { cpu: 4 },
    });
    expect(await post("instances.list", '{"parentId":"json"}')).toMatchObject({
      items: [{ metadata: { id } }],
    });
    expect(await post("instances.get", '{"ident":1}')).toEqual({ error: expect.stringContaining("ident") });
    expect(await post("instances.get", "{")).toEqual({ error: expect.stringContaining("JSON") });
    expect(await post("instances.get", '{"id":"nowhere"}')).toMatchObject({ code: "NOT_FOUND" });
    expect(await post("instances.delete", "{}")).toEqual({ error: "there is no such method" });
  });
});
