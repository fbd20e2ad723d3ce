import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCloud, root, type TestCloud } from "../../../emulator/src/emulator.fixture.js";

const built = (name: string): Buffer => readFileSync(`${root}emulator/dist/console/${name}`);

describe("the bundle of the console", () => {
  it("has at most 60 kB of code, as it is sent", () => {
    expect(gzipSync(built("console.js"), { level: 9 }).length).toBeLessThanOrEqual(60_000);
  });

  it("has no codec, no descriptors, and nothing that makes code or HTML from text", () => {
    const code = built("console.js").toString();
    expect(code).not.toMatch(/bufbuild|FileDescriptor|fromBinary|\beval\(|new Function|document\.write/);
  });
});

describe("the page at /", () => {
  let cloud: TestCloud;
  beforeAll(async () => {
    cloud = await openCloud({ cors: ["https://allowed.example"] });
  });
  afterAll(() => cloud[Symbol.asyncDispose]());
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${cloud.emulator.webUrl}${path}`, { headers, method });

  it.each([
    ["/", "text/html; charset=utf-8"],
    ["/?any=thing", "text/html; charset=utf-8"],
    ["/console.js", "text/javascript; charset=utf-8"],
    ["/console.css", "text/css; charset=utf-8"],
    ["/console.svg", "image/svg+xml"],
  ])("%s is served as %s, with a policy that allows nothing from elsewhere", async (path, type) => {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect((await get(path, {}, "HEAD")).status).toBe(200);
  });

  it("is not a call, and is not opened for other origins by `cors`", async () => {
    const response = await get("/", { origin: "https://allowed.example", "sec-fetch-site": "cross-site" });
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(cloud.emulator.calls()).toEqual([]);
  });

  it("takes no other method and no other path", async () => {
    expect((await get("/", {}, "POST")).status).toBe(404);
    expect((await get("/console.map")).status).toBe(404);
    expect((await get("/../package.json")).status).toBe(404);
  });
});
