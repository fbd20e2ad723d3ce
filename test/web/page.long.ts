import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWithBrowser } from "../catalogue/page/browser.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** The program of the page in one file for browsers. Esbuild fails on an import that browsers cannot have. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${top}test/web/page/program.js`],
    bundle: true,
    platform: "browser",
    format: "iife",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** A site with an empty page that has the program. */
async function startSite(program: string) {
  const server = createServer((request, response) => {
    const isProgram = request.url === "/program.js";
    response.setHeader("content-type", isProgram ? "text/javascript" : "text/html");
    response.end(
      isProgram ? program : `<!doctype html><title>Page</title><script src="program.js"></script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}`, other: `http://localhost:${port}` };
}

describeWithBrowser("a page with an SDK, in Chromium", (browser) => {
  let site: Awaited<ReturnType<typeof startSite>>;
  let emulator: Emulator;
  let token: string;
  beforeAll(async () => {
    site = await startSite(await bundled());
    emulator = await startEmulator({
      sdk: `${top}generated/cloud`,
      operationDelayMs: 50,
      cors: [site.origin],
    });
    token = emulator.issueToken();
  });
  afterAll(async () => {
    await emulator?.close();
    site?.server.close();
  });

  async function open(url = site.origin) {
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.goto(url);
    const ask = <T>(what: string, ...args: unknown[]): Promise<T> =>
      page.evaluate(`page.${what}(...${JSON.stringify(args)})`);
    return { page, context, ask, [Symbol.asyncDispose]: () => context.close() };
  }

  it.each([
    ["gRPC-web", {}],
    ["Connect", { protocol: "connect" }],
    ["Connect in JSON", { protocol: "connect", format: "json" }],
    ["gRPC-web with gzip", { compression: "gzip" }],
  ])("creates, waits, changes and lists by %s at another origin", async (_, options) => {
    await using one = await open();
    expect(await one.ask("run", emulator.webUrl, token, options)).toEqual([5]);
  });

  it("keeps its token out of addresses, storage, cookies and errors", async () => {
    await using one = await open();
    const urls: string[] = [];
    one.page.on("request", (request) => urls.push(request.url()));
    const failure = await one.ask<{ code: string; shown: string }>("fail", emulator.webUrl, token, {
      protocol: "connect",
      useGet: true,
    });
    expect(failure.code).toBe("NOT_FOUND");
    const stored = await one.page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])",
    );
    expect(urls.length).toBeGreaterThan(0);
    expect(`${urls.join(" ")} ${String(stored)} ${failure.shown}`).not.toContain(token);
  });

  it("of an origin that nobody named is refused, and its error says what that may be", async () => {
    await using one = await open(site.other);
    const failure = await one.ask("fail", emulator.webUrl, token, { retry: false });
    expect(failure).toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringContaining("does not allow its origin (CORS)"),
    });
    expect(emulator.calls().filter(({ metadata }) => JSON.stringify(metadata).includes("localhost"))).toEqual(
      [],
    );
  });

  it("that is left ends its calls at the server", async () => {
    await using one = await open();
    emulator.script("InstanceService/Get", [{ delayMs: 60_000 }]);
    await one.page.evaluate(
      `void page.fail(${JSON.stringify(emulator.webUrl)}, ${JSON.stringify(token)}, {})`,
    );
    await expect.poll(() => emulator.calls().some(({ fault }) => fault !== undefined)).toBe(true);
    await one.page.goto("about:blank");
    await expect
      .poll(() => emulator.calls().findLast(({ fault }) => fault !== undefined)?.code)
      .toBe("CANCELLED");
  });

  it("that leaves a call ends it at the server, and is told its own reason", async () => {
    await using one = await open();
    emulator.script("InstanceService/Get", [{ delayMs: 60_000 }]);
    const calls = () => emulator.calls().filter(({ fault }) => fault !== undefined);
    const before = calls().length;
    await one.ask("begin", emulator.webUrl, token);
    await expect.poll(() => calls().length).toBe(before + 1);
    await one.ask("leave");
    expect(await one.page.evaluate("page.ended")).toBe("left");
    await expect.poll(() => calls().at(-1)?.code).toBe("CANCELLED");
  });

  it("without a network calls nobody, and goes on by itself when the network is back", async () => {
    await using one = await open();
    // A network that is gone takes other machines away, not this one.
    const away = "http://api.example.com";
    const sent: string[] = [];
    await one.page.route(`${away}/**`, (route) => {
      sent.push(route.request().method());
      return route.continue({ url: route.request().url().replace(away, emulator.webUrl) });
    });
    await one.context.setOffline(true);
    // Nothing but the news of the network ends this pause.
    const retry = { baseDelayMs: 50_000, maxDelayMs: 50_000 };
    await one.ask("list", away, token, { insecure: true, retry });
    const failure = await one.ask("fail", away, token, { insecure: true, retry: false });
    expect(failure).toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringMatching(/there is no network/),
    });
    expect(sent).toEqual([]);
    await one.context.setOffline(false);
    expect(await one.page.evaluate("page.listed")).toBe(0);
    expect(sent).toContain("POST");
  });

  it("on a slow network has its answers late, and gives up by its deadline", async () => {
    await using one = await open();
    const network = await one.context.newCDPSession(one.page);
    await network.send("Network.enable");
    const conditions = { offline: false, latency: 400, downloadThroughput: 5_000, uploadThroughput: 5_000 };
    await network.send("Network.emulateNetworkConditions", conditions);
    expect(await one.ask("run", emulator.webUrl, token, { pollIntervalMs: 200 })).toEqual([5]);
    const failure = await one.ask("fail", emulator.webUrl, token, { timeoutMs: 100 });
    expect(failure).toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });

  it("has Google's own client of gRPC-web answered by the emulator", async () => {
    await using one = await open();
    const id = await one.page.evaluate(
      `page.open(${JSON.stringify(emulator.webUrl)}, ${JSON.stringify(token)})
        .create({ metadata: { parentId: "google", name: "g" }, spec: { cpu: 7 } })
        .then((operation) => operation.resource()).then(({ metadata }) => metadata.id)`,
    );
    expect(await one.ask("google", emulator.webUrl, token, id)).toBe(7);
  });
});
