import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { dehydrate, QueryClient } from "@tanstack/query-core";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { queryOptions, serializeData } from "@stratus/query";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWithBrowser } from "../catalogue/page/browser.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const parentId = "p1";

/** A site that renders its page with settings. */
async function startSite() {
  const { outputFiles } = await build({
    entryPoints: [`${top}test/query/page/program.jsx`],
    bundle: true,
    platform: "browser",
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  const site = { settings: {} as object };
  const server = createServer(({ url }, response) => {
    const isProgram = url === "/program.js";
    response.setHeader("content-type", isProgram ? "text/javascript" : "text/html");
    const settings = JSON.stringify(site.settings).replaceAll("<", "\\u003c");
    const page = `<!doctype html><title>Page</title><main></main><script>settings = ${settings}</script><script src="program.js"></script>`;
    response.end(isProgram ? outputFiles[0]?.text : page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(site, { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

describeWithBrowser("an application with React and TanStack Query, in Chromium", (browser) => {
  let site: Awaited<ReturnType<typeof startSite>>;
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;
  let id: string;

  beforeAll(async () => {
    site = await startSite();
    emulator = await startEmulator({ sdk: `${top}generated/cloud`, operationDelayMs: 150, cors: [site.url] });
    const { address: endpoint, apiDomain } = emulator;
    const credentials = staticToken(emulator.issueToken());
    cloud = new Cloud({
      apiDomain,
      endpoint,
      insecure: true,
      credentials,
      cacheScope: "user-1",
      pollIntervalMs: 10,
    });
    instances = new InstanceServiceClient(cloud);
    for (const name of ["one", "two", "three"]) {
      const operation = await instances.create({ metadata: { parentId, name }, spec: { cpu: 4 } });
      await operation.wait();
      id = operation.resourceId;
    }
  });
  afterAll(async () => {
    await cloud?.close({ graceMs: 1 });
    await emulator?.close();
    site?.server.close();
  });

  async function open(more: object = {}) {
    site.settings = { baseUrl: emulator.webUrl, token: emulator.issueToken(), parentId, ...more };
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.goto(site.url);
    const text = (selector: string): Promise<string | null> => page.locator(selector).textContent();
    const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
    return { page, text, press, [Symbol.asyncDispose]: () => context.close() };
  }

  it("lists page by page, shows a detail, and edits it at once", async () => {
    await using app = await open();
    await expect.poll(() => app.text("#list")).toBe("onetwo");
    await app.press("more");
    await expect.poll(() => app.text("#list")).toBe("onetwothree");
    await app.press("three");
    await expect.poll(() => app.text("#detail")).toBe("three has 4 cpu");
    // Another program changes the resource, so that the first attempt of the edit is a conflict.
    emulator.clearCalls();
    emulator.script("InstanceService/Update", [{ delayMs: 300 }]);
    await app.press("grow");
    expect(await app.text("#detail")).toBe("three has 8 cpu");
    await (await instances.modify({ id }, (vm) => void (vm.spec.memoryBytes = 7n))).wait();
    await expect
      .poll(async () => (await instances.get({ id })).spec)
      .toMatchObject({ cpu: 8, memoryBytes: 7n });
    expect(await app.text("#detail")).toBe("three has 8 cpu");
  });

  it("rolls an edit back that the server refuses", async () => {
    await using app = await open({ chosen: id });
    await expect.poll(() => app.text("#detail")).toBe("three has 8 cpu");
    emulator.script("InstanceService/Update", [{ code: "PERMISSION_DENIED" }]);
    await app.press("grow");
    await expect.poll(() => app.text("#failure")).toBe("PERMISSION_DENIED");
    await expect.poll(() => app.text("#detail")).toBe("three has 8 cpu");
  });

  it("creates a resource, follows its operation, and shows it in the detail and the list", async () => {
    await using app = await open();
    await app.press("create");
    await expect.poll(() => app.text("#operation")).toBe("running");
    await expect.poll(() => app.text("#operation")).toBe("done");
    await expect.poll(() => app.text("#detail")).toBe("created has 1 cpu");
    await app.press("more");
    await expect.poll(() => app.text("#list")).toContain("created");
  });

  it("shows what the server has rendered, without another call", async () => {
    const cache = new QueryClient();
    await cache.prefetchQuery(queryOptions(instances, "get", { id }));
    emulator.clearCalls();
    await using app = await open({ chosen: id, state: dehydrate(cache, { serializeData }) });
    await expect.poll(() => app.text("#detail")).toBe("three has 8 cpu");
    expect(emulator.calls().filter(({ method }) => method.endsWith("/Get"))).toEqual([]);
  });
});
