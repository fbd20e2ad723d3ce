import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@bufbuild/protobuf";
import { newAccount, openCloud, root, signJwt, type TestCloud, zooProtos } from "../emulator.fixture.js";

const run = promisify(execFile);
const account = newAccount("robot");
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud({ serviceAccounts: [account], operationDelayMs: 1000 });
});
afterAll(() => cloud[Symbol.asyncDispose]());

/** Calls with `buf curl`, a client that no one here wrote; schemas come by reflection. */
async function curl(at: TestCloud, path: string, ...args: readonly string[]): Promise<string> {
  const fixed = ["curl", "--protocol", "grpc", "--http2-prior-knowledge"];
  const { stdout } = await run(`${root}node_modules/.bin/buf`, [
    ...fixed,
    ...args,
    `http://${at.emulator.address}${path}`,
  ]);
  return stdout;
}

function health(service: string): Promise<string> {
  return curl(cloud, "/grpc.health.v1.Health/Check", "-d", JSON.stringify({ service }));
}

async function call(
  method: string,
  endpoint: string,
  token: string,
  request: JsonObject,
  ...args: readonly string[]
): Promise<JsonObject> {
  const headers = ["-H", `Host: ${endpoint}.api.example.com:443`, "-H", `Authorization: Bearer ${token}`];
  const reply = await curl(cloud, `/${method}`, ...headers, "-d", JSON.stringify(request), ...args);
  return JSON.parse(reply) as JsonObject;
}

describe("buf curl", () => {
  it("lists the services by reflection", async () => {
    const services = (await curl(cloud, "", "--list-services")).trim().split("\n");
    expect(services).toContain("svc.compute.v1.InstanceService");
    expect(services).toContain("grpc.health.v1.Health");
  });

  it("logs in, creates, polls, updates with a reset mask, and reads back", async () => {
    const subjectToken = await signJwt(account, cloud.clock.now());
    const exchanged = await call("svc.iam.v1.TokenExchangeService/Exchange", "tokens.iam", "none", {
      grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
      subjectToken,
      subjectTokenType: "urn:ietf:params:oauth:token-type:jwt",
    });
    const token = String(exchanged["accessToken"]);
    const spec = { cpu: 4, secondaryDisks: [{ diskId: "d" }] };
    const created = await call("svc.compute.v1.InstanceService/Create", "compute", token, {
      metadata: { parentId: "p", name: "vm" },
      spec,
    });
    expect(created).not.toHaveProperty("status");
    cloud.clock.advance(1000);
    const polled = await call("svc.common.v1.OperationService/Get", "compute", token, {
      id: String(created["id"]),
    });
    expect(polled).toMatchObject({ status: {}, finishedAt: "2030-01-01T00:00:01Z" });
    const id = String(created["resourceId"]);
    const mask = ["-H", "X-ResetMask: spec.secondary_disks"];
    await call(
      "svc.compute.v1.InstanceService/Update",
      "compute",
      token,
      { metadata: { id }, spec: {} },
      ...mask,
    );
    cloud.clock.advance(1000);
    const read = await call("svc.compute.v1.InstanceService/Get", "compute", token, { id });
    expect(read["spec"]).toEqual({ cpu: 4 });
  });

  it("asks for health without a token, under any authority", async () => {
    expect(JSON.parse(await health(""))).toEqual({ status: "SERVING" });
    expect(JSON.parse(await health("svc.compute.v1.DiskService"))).toEqual({ status: "SERVING" });
    await expect(health("svc.Nothing")).rejects.toThrow(/not_found/);
  });

  it("sees the custom options of another API in its reflection", async () => {
    await using zoo = await openCloud({ protos: zooProtos, cwd: zooProtos });
    const { stdout } = await run(`${root}node_modules/.bin/buf`, [
      "curl",
      "--protocol",
      "grpc",
      "--http2-prior-knowledge",
      "--list-methods",
      `http://${zoo.emulator.address}`,
    ]);
    expect(stdout).toContain("acme.zoo.v1.AnimalService/Retrain");
  });
});
