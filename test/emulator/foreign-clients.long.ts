import { execFile } from "node:child_process";
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
