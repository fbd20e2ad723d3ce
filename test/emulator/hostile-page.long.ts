import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCloud, type TestCloud } from "../../emulator/src/emulator.fixture.js";
import { describeWithBrowser } from "../catalogue/page/browser.fixture.js";

/** What a page of another site can try. Each is run in the page, and gets the URL of the control API. */
const attempts: Readonly<Record<string, string>> = {
  "a JSON request": `fetch(url + "/reset", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })`,
  "a JSON request with cookies": `fetch(url + "/reset", { method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: "{}" })`,
  "a request without a preflight": `fetch(url + "/reset", { method: "POST", mode: "no-cors", body: "{}" })`,
  "a request of another simple type": `fetch(url + "/reset", { method: "POST", mode: "no-cors", headers: { "content-type": "text/plain;application/json" }, body: "{}" })`,
  "a blob of JSON": `fetch(url + "/reset", { method: "POST", mode: "no-cors", body: new Blob(["{}"], { type: "application/json" }) })`,
  "a beacon": `navigator.sendBeacon(url + "/reset", new Blob(["{}"], { type: "text/plain" }))`,
  "a read": `fetch(url + "/export").then((answer) => answer.text()).then((text) => { stolen = text; })`,
  "a stream of calls": `new Promise((done) => { const source = new EventSource(url + "/calls/stream?after=0"); source.addEventListener("call", (event) => { stolen = event.data; done(); }); source.onerror = done; })`,
  "an image": `new Promise((done) => { const image = new Image(); image.onerror = image.onload = done; image.src = url + "/export"; })`,
  "a script": `new Promise((done) => { const script = document.createElement("script"); script.onerror = script.onload = done; script.src = url + "/calls"; document.body.append(script); })`,
  "a form": `new Promise((done) => {
    const frame = document.createElement("iframe"); frame.name = "target"; document.body.append(frame);
    const form = document.createElement("form");
    form.method = "post"; form.action = url + "/reset"; form.target = "target"; form.enctype = "text/plain";
    const field = document.createElement("input"); field.name = '{"a":"'; field.value = '"}'; form.append(field);
    document.body.append(form); frame.onload = done; form.submit();
  })`,
};

describeWithBrowser("a hostile page", (browser) => {
  let cloud: TestCloud;
  let site: Server;
  let origin: string;
  beforeAll(async () => {
    site = createServer((_, response) =>
      response.setHeader("content-type", "text/html").end("<!doctype html><body>Evil"),
    );
    await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    // The page may even call the API.
    cloud = await openCloud({ cors: [origin] });
    await cloud.must("InstanceService/Create", {
      metadata: { parentId: "p", name: "victim" },
      spec: { cpu: 1 },
    });
  });
  afterAll(async () => {
    await cloud?.[Symbol.asyncDispose]();
    site?.close();
  });

  it.each(Object.keys(attempts))("changes and reads nothing through the control API by %s", async (name) => {
    const page = await browser().newPage();
    await page.goto(origin);
    const { port } = new URL(cloud.emulator.webUrl);
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      const url = `http://${host}:${port}/_emulator`;
      const stolen = await page.evaluate(`(async () => {
        let stolen = ""; const url = ${JSON.stringify(url)};
        try { await Promise.race([${attempts[name]}, new Promise((done) => setTimeout(done, 1000))]); } catch {}
        return stolen;
      })()`);
      expect(stolen).toBe("");
    }
    await page.close();
    expect(await cloud.must("InstanceService/List", { parentId: "p" })).toHaveProperty("items");
    expect(cloud.emulator.calls({ method: "Create" })).toHaveLength(1);
  });
});

describeWithBrowser("a hostile page and the console", (browser) => {
  it("frames nothing, and changes nothing by a link to a form, whatever the link has in it", async () => {
    const framing = createServer((_, response) =>
      response.setHeader("content-type", "text/html").end("<!doctype html><body>Evil"),
    );
    await new Promise<void>((done) => framing.listen(0, "127.0.0.1", done));
    await using cloud = await openCloud();
    const { port } = new URL(cloud.emulator.webUrl);
    const page = await browser().newPage();
    await page.goto(`http://localhost:${(framing.address() as AddressInfo).port}`);
    for (const host of ["localhost", "127.0.0.1"]) {
      await page.evaluate(`new Promise((done) => {
        const frame = document.createElement("iframe");
        frame.onload = done;
        frame.src = "http://${host}:${port}/#/controls";
        document.body.append(frame);
      })`);
      const frame = page.frames().at(-1);
      expect(await frame?.locator("#console").count()).toBe(0);
    }
    const form = "#/method?name=svc.compute.v1.DiskService/Create&send=true&message=%7B%22a%22%3A1%7D";
    await page.evaluate(`location.href = "http://127.0.0.1:${port}/${form}"`);
    await page.getByRole("heading", { name: "Create" }).waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
    expect(cloud.emulator.calls()).toEqual([]);
    await page.close();
    framing.close();
  });
});

describe("a page whose name is rebound to this machine", () => {
  it("changes and reads nothing, although the browser sees one origin", async () => {
    await using cloud = await openCloud();
    await cloud.must("InstanceService/Create", {
      metadata: { parentId: "p", name: "victim" },
      spec: { cpu: 1 },
    });
    const rebound = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--host-resolver-rules=MAP evil.test 127.0.0.1"],
    });
    try {
      const page = await rebound.newPage();
      const { port } = new URL(cloud.emulator.webUrl);
      const answer = await page.goto(`http://evil.test:${port}/_emulator/export`);
      expect(answer?.status()).toBe(403);
      expect((await page.goto(`http://evil.test:${port}/`))?.status()).toBe(403);
      const status = await page.evaluate(
        `fetch("/_emulator/reset", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }).then((answer) => answer.status)`,
      );
      expect(status).toBe(403);
      expect(await cloud.must("InstanceService/List", { parentId: "p" })).toHaveProperty("items");
    } finally {
      await rebound.close();
    }
  });
});
