import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCloud, type TestCloud } from "../emulator.fixture.js";
import { post, send } from "./control.fixture.js";

const evil = "https://evil.example";
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud({ cors: [evil] });
});
afterAll(() => cloud[Symbol.asyncDispose]());

async function createVm(): Promise<void> {
  await cloud.must("InstanceService/Create", { metadata: { parentId: "p", name: "vm" }, spec: { cpu: 1 } });
}

describe("the control API on a loopback address", () => {
  it.each<[what: string, headers: Record<string, string>]>([
    ["under a name of DNS rebinding", { host: "evil.example:80" }],
    ["under a name that ends in localhost", { host: "evil-localhost" }],
    ["under a name of the API, which is not this machine", { host: "compute.api.example.com" }],
    ["by an origin that may call the API (cors)", { origin: evil }],
    ["by a page without an origin", { origin: "null" }],
    ["by a page of another port", { origin: "http://127.0.0.1:1" }],
    ["by an image in another site", { "sec-fetch-site": "cross-site" }],
    ["by a page of a neighbor", { "sec-fetch-site": "same-site" }],
  ])("changes and shows nothing when it is called %s", async (_, headers) => {
    await createVm();
    const { status, json } = await post(cloud, "/reset", {}, headers);
    expect([status, json["error"]]).toMatchObject([403, { code: "REQUEST_REFUSED" }]);
    expect(await send(cloud, "/export", { headers })).toMatchObject({ status: 403 });
    expect(await send(cloud, "/calls/stream", { headers })).toMatchObject({ status: 403 });
    expect(await cloud.must("InstanceService/List", { parentId: "p" })).toHaveProperty("items");
    await cloud.emulator.reset();
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=a",
    "application/jsonp",
    "",
  ])("changes nothing for a body of the type %j, which a form could send", async (type) => {
    const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
    expect(await send(cloud, "/reset", { method: "POST", headers, body: "{}" })).toMatchObject({
      status: 415,
    });
  });

  it("gives no page of another origin leave to call it, whatever `cors` allows", async () => {
    const headers = {
      origin: evil,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    };
    const preflight = await send(cloud, "/reset", { method: "OPTIONS", headers });
    expect(preflight.status).toBe(403);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect((await send(cloud, "/health", { headers: { origin: evil } })).headers).not.toHaveProperty(
      "access-control-allow-origin",
    );
  });

  it("answers programs, and its own pages", async () => {
    const { host } = new URL(cloud.emulator.webUrl);
    const own = { origin: `http://${host}`, "sec-fetch-site": "same-origin" };
    expect(await send(cloud, "/health")).toMatchObject({ status: 200, json: { status: "ready" } });
    expect(await send(cloud, "/health", { headers: own })).toMatchObject({ status: 200 });
    expect(await send(cloud, "/health", { headers: { host: "localhost" } })).toMatchObject({ status: 200 });
    expect(cloud.emulator.controlToken).toBeUndefined();
  });

  it.each<[path: string, method: string, body: string | undefined, status: number, error: RegExp]>([
    ["/nowhere", "GET", undefined, 404, /openapi\.yaml lists/],
    ["/constructor", "GET", undefined, 404, /there is no/],
    ["/reset", "GET", undefined, 405, /use POST/],
    ["/health", "POST", "{}", 405, /use GET/],
    ["/reset", "POST", "{", 400, /not JSON/],
    ["/reset", "POST", "[]", 400, /a JSON object/],
    ["/clock/advance", "POST", '{"sm": 1}', 400, /did you mean "ms"/],
    ["/clock/advance", "POST", "{}", 400, /ms is missing/],
    ["/clock/freeze", "POST", '{"at": "soon"}', 400, /at must be a time/],
    ["/clock/freeze", "POST", '{"at": "+010000-01-01T00:00:00Z"}', 400, /in the years 1 to 9999/],
    ["/clock/freeze", "POST", '{"at": "0000-12-31T00:00:00Z"}', 400, /in the years 1 to 9999/],
    ["/faults", "POST", '{"method": "DiskService/Explode", "steps": []}', 400, /no method/],
    [
      "/faults",
      "POST",
      '{"method": "DiskService/List", "steps": [{"cod": "OK"}]}',
      400,
      /did you mean "code"/,
    ],
    ["/faults/rate", "POST", '{"rate": 2}', 400, /rate must be a number from 0 to 1/],
    ["/scenarios", "POST", '{"names": ["lagg"]}', 400, /did you mean lag/],
    ["/snapshots/restore", "POST", '{"name": "none"}', 404, /there is no snapshot "none"/],
    ["/calls?code=FINE", "GET", undefined, 400, /not a status code/],
    ["/calls/next?timeoutMs=0", "GET", undefined, 408, /no such call ended within 0 ms/],
    ["/resources?resource=compute/instans", "GET", undefined, 400, /did you mean compute\/instance/],
    ["/methods/form?method=Nope", "GET", undefined, 400, /no method/],
  ])("says what is wrong with %s by %s of %s", async (path, method, body, status, error) => {
    const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await send(cloud, path, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(status);
    expect((answer.json["error"] as { message: string }).message).toMatch(error);
  });
  it("takes bodies of up to 32 MiB", async () => {
    const reset = (bytes: number) =>
      send(cloud, "/reset", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}".padEnd(bytes),
      });
    expect(await reset(32 * 1024 * 1024)).toMatchObject({ status: 200 });
    expect(await reset(32 * 1024 * 1024 + 1)).toMatchObject({
      status: 413,
      json: { error: { code: "OPTION_INVALID" } },
    });
  });
});

describe("the control API on another address", () => {
  it("needs the token that the emulator made, under any host name, and from no page of another site", async () => {
    await using wide = await openCloud({ host: "0.0.0.0" });
    const token = wide.emulator.controlToken ?? "";
    expect(token).toMatch(/^emu-[\w-]{43}$/);
    const at = (headers: Record<string, string>) =>
      send(wide, "/health", { headers: { host: "emulator:8080", ...headers } });
    expect(await at({})).toMatchObject({ status: 401 });
    expect(await at({ authorization: "Bearer wrong" })).toMatchObject({ status: 401 });
    expect(await at({ authorization: `Bearer ${wide.emulator.issueToken()}` })).toMatchObject({
      status: 401,
    });
    expect(await at({ authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
    expect(await at({ authorization: `Bearer ${token}`, origin: evil })).toMatchObject({ status: 403 });
  });
});
