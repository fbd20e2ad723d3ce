import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createReadStream, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { execFileSync } from "node:child_process";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axeFindings } from "../catalogue/page/axe.fixture.js";
import { describeWithBrowser, screens } from "../catalogue/page/browser.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** A folder as a plain server of files shows it. */
function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://a").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => void server.listen(0, "127.0.0.1", () => resolve(server)));
}

describeWithBrowser("the site of an SDK", (browser) => {
  let folder: string;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-site-"));
    const args = [
      "site/bin/stratus-site.mjs",
      "generated/cloud",
      "--out",
      folder,
      "--version",
      "0.0=../0.0/",
    ];
    execFileSync(process.execPath, args, { cwd: top });
    server = await serve(folder);
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (
    path: string,
    options: BrowserContextOptions,
    use: (page: Page) => Promise<void>,
  ): Promise<readonly string[]> => {
    const context = await browser().newContext({ ...options, reducedMotion: "reduce" });
    const asked: string[] = [];
    try {
      const page = await context.newPage();
      page.on("request", (request) => void asked.push(request.url()));
      page.on("pageerror", (error) => void asked.push(`error: ${error.message}`));
      await page.goto(url + path, { waitUntil: "networkidle" });
      await use(page);
    } finally {
      await context.close();
    }
    return asked.filter((one) => !one.startsWith(url) && !one.startsWith("data:"));
  };

  const service = "documents/compute-v1-InstanceService.html";
  const pages = ["index.html", service, "documents/compute-v1-types.html"];
  const looks = pages.flatMap((path) =>
    (["desktop", "phone"] as const).flatMap((screen) =>
      (["light", "dark"] as const).map((scheme) => [path, screen, scheme] as const),
    ),
  );

  it.each(looks)(
    "reads well to everyone and asks no other host: %s on a %s, %s",
    async (path, screen, scheme) => {
      const strangers = await open(path, { ...screens[screen], colorScheme: scheme }, async (page) => {
        expect(await axeFindings(page)).toEqual([]);
        const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
        const shots = process.env["SITE_SCREENSHOTS"];
        if (shots !== undefined)
          await page.screenshot({
            path: join(shots, `${path.replaceAll(/\W/g, "-")}-${screen}-${scheme}.png`),
          });
      });
      expect(strangers).toEqual([]);
    },
  );

  it("is searched without a server", async () => {
    await open("index.html", screens.desktop, async (page) => {
      await page.click("#tsd-search-trigger");
      await page.keyboard.type("DiskService");
      const found = page.locator("#tsd-search-results a", { hasText: "DiskService" }).first();
      await found.waitFor();
      await found.click();
      await page.waitForURL(/compute-v1-DiskService/);
    });
  });

  it("copies code, links to each method, and leads to the sites of other versions", async () => {
    await open(
      service,
      { ...screens.desktop, permissions: ["clipboard-read", "clipboard-write"] },
      async (page) => {
        await page.locator("pre").first().hover();
        await page.locator("pre button").first().click();
        expect(await page.evaluate("navigator.clipboard.readText()")).toContain('from "@svc/cloud"');
        await page.goto(`${url}${service}#create`);
        expect(await page.locator("#create").isVisible()).toBe(true);
        await page.locator(".site-versions summary").click();
        expect(await page.locator(".site-versions a").getAttribute("href")).toBe("../../0.0/");
      },
    );
  });
});
