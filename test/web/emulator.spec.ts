import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { CloudServices } from "@svc/cloud/services";
import { Cloud, CloudError, type CloudOptions, staticToken } from "@svc/cloud/web";
import { jsonFormat } from "@svc/cloud/web-messages";

const origin = "http://localhost:5173";
let emulator: Emulator;
let token: string;
beforeAll(async () => {
  emulator = await startEmulator({
    sdk: fileURLToPath(new URL("../../generated/cloud", import.meta.url)),
    operationDelayMs: 30,
    cors: [origin],
  });
  token = emulator.issueToken();
});
afterAll(() => emulator.close());

const protocols: [name: string, options: Partial<CloudOptions>][] = [
  ["gRPC-web", { protocol: "grpc-web" }],
  ["Connect", { protocol: "connect", useGet: true }],
  ["Connect in JSON with gzip", { protocol: "connect", format: jsonFormat, compression: "gzip" }],
];

describe.each(protocols)("a program in a browser, by %s, with the emulator", (_, options) => {
  const open = (more: Partial<CloudOptions> = {}) =>
    new Cloud({
      baseUrl: emulator.webUrl,
      credentials: staticToken(token),
      pollIntervalMs: 5,
      ...options,
      ...more,
    });

  it("creates, waits, changes by modify, lists and deletes", async () => {
    await using cloud = open();
    const instances = new InstanceServiceClient(cloud);
    const parentId = `project-${options.protocol}-${options.format ? 2 : 1}`;
    const operation = await instances.create({
      metadata: { parentId, name: "one", labels: { a: "b" } },
      spec: { cpu: 2 },
    });
    const vm = await operation.resource();
    expect(vm.spec.cpu).toBe(2);
    const change = await instances.modify({ id: vm.metadata.id }, (one) => {
      one.spec.cpu = 8;
      one.metadata.labels = {};
    });
    await change.wait();
    const found: number[] = [];
    for await (const one of instances.listAll({ parentId })) found.push(one.spec.cpu);
    expect(found).toEqual([8]);
    const sent = emulator.calls().findLast(({ method }) => method.endsWith("InstanceService/Update"));
    expect(JSON.stringify(sent?.metadata)).toMatch(/idempotency-key.*"x-resetmask":\["metadata.labels"\]/);
    await (await instances.delete({ id: vm.metadata.id })).wait();
  });

  it("has service errors, and repeats what fails in passing with the same key", async () => {
    await using cloud = open({ retry: { baseDelayMs: 1, maxDelayMs: 2 } });
    const { instance } = new CloudServices(cloud).computeV1;
    const error: unknown = await instance.get({ id: "nope" }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CloudError);
    expect(error).toMatchObject({ code: "NOT_FOUND", requestId: expect.any(String) });
    expect((error as CloudError).serviceErrors).toHaveLength(1);
    emulator.script("InstanceService/Create", [{ code: "UNAVAILABLE" }, { dropResponse: true }]);
    const parentId = `faults-${options.protocol}-${options.format ? 2 : 1}`;
    await (await instance.create({ metadata: { parentId, name: "once" }, spec: { cpu: 1 } })).wait();
    const { items } = await instance.list({ parentId });
    expect(items).toHaveLength(1);
  });

  it("is told that a token is refused", async () => {
    await using cloud = open({ credentials: staticToken("another") });
    await expect(new InstanceServiceClient(cloud).get({ id: "x" })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});

/** A request as a browser of some page would send it; `fetch` lets nobody set the host. */
function ask(
  headers: Record<string, string>,
  method = "POST",
  path = "/svc.compute.v1.InstanceService/Get",
): Promise<{ status: number; origin: unknown; text: string }> {
  const url = `${emulator.webUrl}${path}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { "content-type": "application/json", ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            origin: answer.headers["access-control-allow-origin"],
            text,
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(method === "POST" ? "{}" : undefined);
  });
}

describe("pages that call the emulator", () => {
  it("may if their origin was named, and are told by CORS", async () => {
    const preflight = { origin, "access-control-request-method": "POST" };
    expect(await ask(preflight, "OPTIONS")).toMatchObject({ status: 204, origin });
    expect(await ask({ origin })).toMatchObject({ status: 401, origin });
  });

  it("may not otherwise, with the way out", async () => {
    const evil = { origin: "https://evil.example" };
    expect(await ask({ ...evil, "access-control-request-method": "POST" }, "OPTIONS")).toMatchObject({
      status: 403,
      origin: undefined,
    });
    const answer = await ask(evil);
    expect(answer).toMatchObject({ status: 403, origin: undefined });
    expect(answer.text).toMatch(/--cors https:\/\/evil.example/);
  });

  it.each<[what: string, headers: Record<string, string>, status: number]>([
    ["an image of another site", { "sec-fetch-site": "cross-site" }, 403],
    ["an image of a neighbor", { "sec-fetch-site": "same-site" }, 403],
    ["a page of a listed origin", { origin, "sec-fetch-site": "cross-site" }, 401],
    ["a page of the emulator itself", { "sec-fetch-site": "same-origin" }, 401],
    ["a page without an origin of its own", { origin: "null" }, 403],
  ])("are known by what browsers send: %s", async (_, headers, status) => {
    expect(await ask(headers)).toMatchObject({ status });
  });

  it("may exchange tokens by the same rule, and programs under any name", async () => {
    const path = "/oauth2/token/exchange";
    const evil = { origin: "http://evil.example", host: "evil.example" };
    expect(await ask(evil, "POST", path)).toMatchObject({ status: 403 });
    expect(await ask({ origin: "https://evil.example" }, "POST", path)).toMatchObject({ status: 403 });
    expect(await ask({ origin }, "POST", path)).toMatchObject({ status: 415 });
    expect(await ask({ host: "emulator:8080" }, "POST", path)).toMatchObject({ status: 415 });
  });

  it.each(["evil.example", "127.0.0.1.evil.example:80"])(
    "may not under the name %s, wherever it leads",
    async (host) => {
      const answer = await ask({ host, origin: `http://${host}` });
      expect(answer).toMatchObject({
        status: 403,
        text: expect.stringMatching(/rejects the host name/),
      });
    },
  );
});
