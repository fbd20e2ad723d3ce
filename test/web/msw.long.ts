import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { describeWithBrowser } from "../catalogue/page/browser.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** A site whose page has a version of MSW, with the worker of that version. */
async function startSite(msw: string): Promise<{ readonly server: Server; readonly url: string }> {
  const { outputFiles } = await build({
    entryPoints: [`${top}test/web/msw/program.js`],
    bundle: true,
    platform: "browser",
    format: "iife",
    write: false,
    alias: { msw },
  });
  const files: Readonly<Record<string, string>> = {
    "/": `<!doctype html><title>Page</title><script src="/program.js"></script>`,
    "/program.js": outputFiles[0]?.text ?? "",
    "/mockServiceWorker.js": readFileSync(`${top}node_modules/${msw}/lib/mockServiceWorker.js`, "utf8"),
  };
  const server = createServer(({ url = "" }, response) => {
    response.setHeader("content-type", url.endsWith(".js") ? "text/javascript" : "text/html");
    response.end(files[url] ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describeWithBrowser("a page whose calls a service worker of MSW answers, in Chromium", (browser) => {
  it.each([
    ["3", "msw", "grpc-web"],
    ["3", "msw", "connect"],
    ["2", "msw-2", "grpc-web"],
    ["2", "msw-2", "connect"],
  ])("gets responses, streams and errors by MSW %s (%s, %s)", async (_, msw, protocol) => {
    const { server, url } = await startSite(msw);
    const context = await browser().newContext();
    try {
      const page = await context.newPage();
      await page.goto(url);
      expect(await page.evaluate(`page.run(${JSON.stringify(protocol)})`)).toEqual({
        id: "i-1",
        bytes: String(2n ** 60n),
        text: "booted",
        missing: expect.stringMatching(
          /svc\.compute\.v1\.InstanceService\/Delete.*UNIMPLEMENTED|UNIMPLEMENTED.*Delete/,
        ),
        number: 101,
      });
    } finally {
      await context.close();
      server.close();
    }
  });
});
