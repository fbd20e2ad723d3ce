/**
 * Clients of others use each feature of the emulator: grpc-js and `buf curl` call the API, and curl controls the emulator.
 * google-clients.long.ts does the same with Google's clients. The SDK of the platform whose convention the sample follows is
 * untried: the registry has no such package.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openCloud, root, type TestCloud } from "../../emulator/src/emulator.fixture.js";

const run = promisify(execFile);
const lines: string[] = [];
let cloud: TestCloud;
let web: string;
beforeAll(async () => {
  cloud = await openCloud({ log: { write: (line) => void lines.push(line) } });
  web = cloud.emulator.webUrl;
});
beforeEach(() => cloud.emulator.reset());
afterAll(() => cloud[Symbol.asyncDispose]());

/** Sends a POST of JSON with curl, and returns the body. */
async function curl(url: string, body: object, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const fixed = ["-sS", "-H", "content-type: application/json", "-d", JSON.stringify(body)];
  const { stdout } = await run("curl", [...fixed, ...args, url]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Calls a method over gRPC with `buf curl`, which reads the schema by reflection. Errors are part of the text. */
async function bufCurl(method: string, token: unknown, request: object): Promise<string> {
  const headers = ["-H", "Host: compute.api.example.com:443", "-H", `Authorization: Bearer ${String(token)}`];
  const args = [
    "curl",
    "--protocol",
    "grpc",
    "--http2-prior-knowledge",
    ...headers,
    "-d",
    JSON.stringify(request),
  ];
  const url = `http://${cloud.emulator.address}/svc.compute.v1.${method}`;
  return run(`${root}node_modules/.bin/buf`, [...args, url]).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );
}

describe("clients that nobody here wrote", () => {
  it("reset, seed and export with curl", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "foreign-")), "seed.yaml");
    await writeFile(file, "$resource: compute/disk\nmetadata: { id: d, parentId: p, name: boot }\n");
    const { stdout } = await run("sh", [
      "-c",
      `node -p 'JSON.stringify({ yaml: fs.readFileSync("${file}", "utf8") })' | curl -sS -H 'content-type: application/json' -d @- ${web}/_emulator/seed`,
    ]);
    expect(JSON.parse(stdout)).toEqual({ created: 1, replaced: 0 });
    expect((await run("curl", ["-sS", `${web}/_emulator/export`])).stdout).toContain("name: boot");
    await curl(`${web}/_emulator/reset`, {});
    expect((await run("curl", ["-sS", `${web}/_emulator/export`])).stdout).toBe("");
  });

  it("get a token for a role with curl, which a rule refuses to buf curl over gRPC and to curl over Connect", async () => {
    const { token } = await curl(`${web}/_emulator/tokens`, { role: "viewer" });
    await curl(`${web}/_emulator/rules`, { deny: [{ methods: ["compute/disk/delete"], roles: ["viewer"] }] });
    expect(await bufCurl("DiskService/Delete", token, { id: "d" })).toContain("permission_denied");
    const bearer = ["-H", `authorization: Bearer ${String(token)}`];
    const url = `${web}/svc.compute.v1.DiskService`;
    expect(await curl(`${url}/Delete`, { id: "d" }, ...bearer)).toMatchObject({ code: "permission_denied" });
    expect(await curl(`${url}/List`, { parentId: "p" }, ...bearer)).toEqual({});
    await curl(`${web}/_emulator/rules`, {});
  });

  it("meet faults, scenarios and the clock with buf curl", async () => {
    const { token } = await curl(`${web}/_emulator/tokens`, { subject: "ann" });
    await curl(`${web}/_emulator/faults`, { method: "DiskService/List", steps: [{ code: "UNAVAILABLE" }] });
    expect(await bufCurl("DiskService/List", token, { parentId: "p" })).toContain("unavailable");
    await curl(`${web}/_emulator/scenarios`, { names: ["slow-operations"] });
    const created = await bufCurl("InstanceService/Create", token, {
      metadata: { parentId: "p", name: "vm" },
      spec: { cpu: 1 },
    });
    const { resourceId } = JSON.parse(created) as { resourceId: string };
    expect(await bufCurl("InstanceService/Get", token, { id: resourceId })).toContain("not_found");
    await curl(`${web}/_emulator/clock/advance`, { ms: 10_000 });
    expect(JSON.parse(await bufCurl("InstanceService/Get", token, { id: resourceId }))).toMatchObject({
      metadata: { name: "vm" },
    });
    const found = await bufCurl("InstanceService/List", token, {
      parentId: "p",
      filter: "status.state = RUNNING",
    });
    expect(JSON.parse(found)).toHaveProperty("items");
  });

  it("are seen: in the log, and in the calls that curl reads", async () => {
    const { token } = await curl(`${web}/_emulator/tokens`, { subject: "ann" });
    const next = run("curl", [
      "-sS",
      `${web}/_emulator/calls/next?method=DiskService/Get&account=ann&after=0`,
    ]);
    await bufCurl("DiskService/Get", token, { id: "seen" });
    expect(JSON.parse((await next).stdout)).toMatchObject({ resource: "seen", code: "NOT_FOUND" });
    expect(lines.at(-1)).toMatch(/NOT_FOUND .* svc\.compute\.v1\.DiskService\/Get {2}seen/);
  });
});

/** What curl reads from the control API. */
async function show(path: string): Promise<Record<string, unknown>> {
  return JSON.parse((await run("curl", ["-sS", `${web}/_emulator/${path}`])).stdout) as Record<
    string,
    unknown
  >;
}

const vm = (name: string) => ({ metadata: { parentId: "p", name }, spec: { cpu: 1 } });

describe("grpc-js, with curl for the control API", () => {
  const control = (path: string, body: object = {}) => curl(`${web}/_emulator/${path}`, body);
  const names = async (filter = ""): Promise<unknown[]> => {
    const { items = [] } = await cloud.must("InstanceService/List", { parentId: "p", filter });
    return (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
  };
  const token = async (body: object): Promise<{ authorization: string }> => ({
    authorization: `Bearer ${String((await control("tokens", body))["token"])}`,
  });

  it("goes back to a snapshot, to nothing, and to a seed that it exported", async () => {
    await cloud.must("InstanceService/Create", vm("one"));
    expect(await control("snapshots", { name: "one" })).toMatchObject({ name: "one", resourceCount: 1 });
    await cloud.must("InstanceService/Create", vm("two"));
    const { stdout: yaml } = await run("curl", ["-sS", `${web}/_emulator/export`]);
    await control("snapshots/restore", { name: "one" });
    expect(await names()).toEqual(["one"]);
    await control("reset");
    expect(await names()).toEqual([]);
    expect(await control("seed", { yaml })).toEqual({ created: 2, replaced: 0 });
    expect(await names()).toEqual(["one", "two"]);
  });

  it("meets faults before and after the effect, and a rate of faults", async () => {
    await control("faults", {
      method: "InstanceService/Create",
      steps: [{ code: "UNAVAILABLE" }, { dropResponse: true }],
    });
    expect((await cloud.call("InstanceService/Create", vm("before"))).code).toBe("UNAVAILABLE");
    expect((await cloud.call("InstanceService/Create", vm("after"))).code).toBe("UNAVAILABLE");
    expect(await names()).toEqual(["after"]);
    await control("faults/rate", { rate: 1 });
    expect((await cloud.call("InstanceService/List", { parentId: "p" })).code).toBe("UNAVAILABLE");
    await control("faults/clear");
    expect(await show("faults")).toEqual({ rate: 0, scripts: {} });
  });

  it("meets each scenario", async () => {
    await control("scenarios", { names: ["lag"] });
    await cloud.must("InstanceService/Create", vm("late"));
    expect(await names()).toEqual([]);
    await control("clock/advance", { ms: 2001 });
    expect(await names()).toEqual(["late"]);
    await control("scenarios", { names: ["busy"] });
    const calls = [];
    for (let n = 0; n < 12; n += 1) calls.push(await cloud.call("InstanceService/List", { parentId: "p" }));
    const refused = calls.find(({ code }) => code === "RESOURCE_EXHAUSTED");
    expect(Number(refused?.trailers?.get("grpc-retry-pushback-ms")[0])).toBeGreaterThan(0);
    await control("scenarios", { names: ["expiring-tokens"] });
    const short = await token({ subject: "ann" });
    const list = () => cloud.call("InstanceService/List", { parentId: "p" }, short);
    expect((await list()).code).toBe("OK");
    await control("clock/advance", { ms: 5001 });
    expect((await list()).code).toBe("UNAUTHENTICATED");
    await control("scenarios", { names: ["flaky"] });
    const many = Array.from({ length: 1500 }, () => cloud.call("InstanceService/List", { parentId: "p" }));
    const failed = (await Promise.all(many)).filter(({ code }) => code === "UNAVAILABLE").length;
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(100);
    await control("scenarios", { names: [] });
  });

  it("waits for operations and tokens by a clock that stands and moves", async () => {
    await control("scenarios", { names: ["slow-operations"] });
    expect(await control("clock/freeze", { at: "2040-01-01T00:00:00Z" })).toMatchObject({ isFrozen: true });
    const brief = await token({ subject: "ann", lifetimeMs: 15_000 });
    const { id } = await cloud.must("InstanceService/Create", vm("slow"), brief);
    const get = () => cloud.call("OperationService/Get", { id: String(id) }, brief);
    expect((await get()).response).not.toHaveProperty("status");
    await control("clock/advance", { ms: 10_000 });
    expect((await get()).response).toMatchObject({ status: {}, finishedAt: "2040-01-01T00:00:10Z" });
    await control("clock/advance", { ms: 5_001 });
    expect((await get()).code).toBe("UNAUTHENTICATED");
    await control("clock/resume");
    await control("tokens/revoke");
    expect((await cloud.call("InstanceService/List", { parentId: "p" }, brief)).code).toBe("UNAUTHENTICATED");
    await control("scenarios", { names: [] });
    await control("reset");
  });

  it("is refused by a quota in the API's own shape", async () => {
    const caller = await token({ role: "editor" });
    await control("rules", { quota: [{ resource: "compute/instance", perParent: 1 }] });
    await cloud.must("InstanceService/Create", vm("first"), caller);
    expect(await cloud.call("InstanceService/Create", vm("second"), caller)).toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      details: [{ quotaFailure: { violations: [{ quota: "compute/instance", limit: "1" }] } }],
    });
    await control("rules", {});
  });

  it("filters by both names of an enum value, and lists nothing without a parent", async () => {
    const caller = await token({ role: "editor" });
    await cloud.must("InstanceService/Create", vm("vm"), caller);
    for (const state of ["RUNNING", "STATE_RUNNING"])
      expect(
        (
          await cloud.must(
            "InstanceService/List",
            { parentId: "p", filter: `status.state = ${state}` },
            caller,
          )
        )["items"],
      ).toHaveLength(1);
    await cloud.must("InstanceService/Create", { metadata: { parentId: "q" }, spec: {} }, caller);
    expect((await cloud.call("InstanceService/List", {}, caller)).code).toBe("INVALID_ARGUMENT");
  });

  it("is seen with account, mask and repeated key, in the calls and in a log of JSON", async () => {
    const caller = await token({ subject: "ann" });
    const headers = { "x-idempotency-key": "0123456789abcdef", "x-resetmask": "spec.hostnames" };
    const { resourceId } = await cloud.must("InstanceService/Create", vm("seen"), caller);
    const update = { metadata: { id: String(resourceId) }, spec: { cpu: 2 } };
    for (let n = 0; n < 2; n += 1) await cloud.must("InstanceService/Update", update, { ...caller, headers });
    const { calls } = await show("calls?method=InstanceService/Update&account=ann");
    expect(calls).toMatchObject([
      { resource: resourceId, mask: "spec.hostnames", code: "OK", isReplay: false },
      { resource: resourceId, mask: "spec.hostnames", code: "OK", isReplay: true },
    ]);
    expect(lines.at(-1)).toMatch(/OK .*InstanceService\/Update.*spec\.hostnames/);
  });
});

describe("the command, for curl", () => {
  const started: ChildProcess[] = [];
  afterAll(() => started.forEach((one) => one.kill()));

  it("answers custom methods as a watched script says, follows a watched rules file, and writes a log of JSON", async () => {
    const folder = await mkdtemp(join(tmpdir(), "foreign-"));
    const [script, rules] = [join(folder, "script.yaml"), join(folder, "rules.yaml")];
    await writeFile(script, "InstanceService/Stop: { set: { status.state: STOPPED } }\n");
    await writeFile(rules, "{}\n");
    const flags = ["--json", "--token", "dev", "--log", "json", "--script", script, "--rules", rules];
    const child = spawn(
      process.execPath,
      [`${root}emulator/bin/stratus-emulator.js`, `${root}generated/cloud`, ...flags],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    started.push(child);
    let [out, log] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));
    await expect.poll(() => out).toMatch(/\n/);
    const { webUrl } = JSON.parse(out) as { webUrl: string };
    const call = (method: string, body: object) =>
      curl(`${webUrl}/svc.compute.v1.InstanceService/${method}`, body, "-H", "authorization: Bearer dev");
    const { resourceId: id } = await call("Create", vm("vm"));
    await call("Stop", { id });
    expect(await call("Get", { id })).toMatchObject({ status: { state: "STATE_STOPPED" } });
    await writeFile(script, "InstanceService/Stop: { set: { status.state: ERROR } }\n");
    await writeFile(rules, "deny: [{ methods: [compute/instance/delete] }]\n");
    await expect
      .poll(() => log)
      .toMatch(
        /read .*script\.yaml again[^]*read .*rules\.yaml again|rules\.yaml again[^]*script\.yaml again/,
      );
    await call("Stop", { id });
    expect(await call("Get", { id })).toMatchObject({ status: { state: "STATE_ERROR" } });
    expect(await call("Delete", { id })).toMatchObject({ code: "permission_denied" });
    const entries = log.split("\n").filter((line) => line.startsWith("{"));
    expect(JSON.parse(entries.at(-1) ?? "")).toMatchObject({ code: "PERMISSION_DENIED", resource: id });
  });
});
