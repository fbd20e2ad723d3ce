import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axeFindings } from "../catalogue/page/axe.fixture.js";
import { describeWithBrowser, screens } from "../catalogue/page/browser.fixture.js";
import { serveSite, type ServedSite } from "./served-site.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const pictures = `${top}test-results/site/`;
describeWithBrowser("the site of an SDK, in Chromium", (browser) => {
  let folder: string;
  let server: ServedSite;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-site-"));
    const args = [
      "generator/bin/stratus.js",
      "docs",
      "generated/cloud",
      "--out",
      folder,
      "--version",
      "0.0=../0.0/",
    ];
    execFileSync(process.execPath, args, { cwd: top });
    server = await serveSite(folder);
    ({ url } = server);
    mkdirSync(pictures, { recursive: true });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a page, and returns requests to other hosts, failed requests, and errors of its scripts. */
  async function visit(
    address: string,
    options: BrowserContextOptions,
    use: (page: Page) => Promise<void>,
  ): Promise<string[]> {
    const context = await browser().newContext({ ...options, reducedMotion: "reduce" });
    const faults: string[] = [];
    try {
      const page = await context.newPage();
      page.on(
        "request",
        (one) => /^(?:file:|data:)/.test(one.url()) || one.url().startsWith(url) || faults.push(one.url()),
      );
      page.on("response", (one) => void (one.status() >= 400 && faults.push(`${one.status()} ${one.url()}`)));
      page.on("pageerror", (error) => void faults.push(String(error)));
      page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
      await page.goto(address, { waitUntil: "load" });
      await use(page);
    } finally {
      await context.close();
    }
    return faults;
  }

  const service = "compute/v1/InstanceService.html";
  const looks = ["index.html", service, "compute/v1/types.html"].flatMap((path) =>
    (["desktop", "phone"] as const).flatMap((screen) =>
      (["light", "dark"] as const).map((scheme) => [path, screen, scheme] as const),
    ),
  );

  it.each(looks)("is accessible and asks no other host: %s on a %s, %s", async (path, screen, scheme) => {
    const faults = await visit(url + path, { ...screens[screen], colorScheme: scheme }, async (page) => {
      expect(await axeFindings(page)).toEqual([]);
      const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
      await page.screenshot({ path: `${pictures}${path.replaceAll(/\W/g, "-")}-${screen}-${scheme}.png` });
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ["below a path of a server", (path: string) => url + path],
    ["from a file", (path: string) => pathToFileURL(join(folder, path)).href],
  ])("is searched by keyboard, %s", async (_, addressOf) => {
    const faults = await visit(addressOf(service), screens.desktop, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("create instance");
      await page.getByRole("dialog").getByRole("link", { name: "InstanceService.create" }).first().waitFor();
      expect(await page.locator("dialog li strong").first().textContent()).toBe("InstanceService.create");
      await page.keyboard.press("Enter");
      await page.waitForURL(/compute\/v1\/InstanceService\.html#create$/);
      expect(await page.locator("#create").isVisible()).toBe(true);
    });
    expect(faults).toEqual([]);
  });

  it("shows one call in four ways, and remembers the way that a reader chose", async () => {
    await visit(
      url + service,
      { ...screens.desktop, permissions: ["clipboard-read", "clipboard-write"] },
      async (page) => {
        const create = page.locator("#create");
        expect(
          await create
            .getByRole("tab")
            .allTextContents()
            .then((all) => all.map((one) => one.trim())),
        ).toEqual(["TypeScript", "CLI", "Agent", "curl"]);
        await create.getByRole("tab", { name: "TypeScript" }).focus();
        await page.keyboard.press("ArrowRight");
        await create.getByRole("tabpanel").getByRole("button", { name: "Copy" }).click();
        const copied = await page.evaluate("navigator.clipboard.readText()");
        expect(copied).toContain(
          "npx @stratus/cli @svc/cloud compute instance create --parent-id project-1 --name my-instance",
        );
        await page.goto(`${url}compute/v1/DiskService.html`);
        expect(await page.locator("#get").getByRole("tab", { selected: true }).textContent()).toMatch(
          /^\s*CLI\s*$/,
        );
      },
    );
  });

  it("opens nested requests, also for a link to one of their fields", async () => {
    await visit(`${url + service}#create.spec.cpu`, screens.desktop, async (page) => {
      expect(await page.locator('[id="create.spec.cpu"]').isVisible()).toBe(true);
      expect(await page.locator('[id="create.metadata.name"]').isVisible()).toBe(false);
      await page.locator('[id="create.metadata"] summary').click();
      expect(await page.locator('[id="create.metadata.name"]').isVisible()).toBe(true);
    });
  });

  it("keeps the theme that a reader chose, and leads to other versions", async () => {
    await visit(url, screens.desktop, async (page) => {
      await page.getByRole("button", { name: "Theme: as the system" }).click();
      await page.goto(url + service);
      expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
      const versions = await page.evaluate(`document.querySelector(".versions a").href`);
      expect(versions).toMatch(/\/docs\/0\.0\/$/);
    });
  });

  it("is readable without scripts", async () => {
    await visit(url + service, { ...screens.desktop, javaScriptEnabled: false }, async (page) => {
      expect(await page.locator("#create").getByRole("tabpanel").count()).toBe(4);
      expect(await page.locator("#create pre").first().isVisible()).toBe(true);
    });
  });

  it("loads at most 20 kB of script for search, tabs and theme", () => {
    expect(gzipSync(readFileSync(join(folder, "site.js"))).length).toBeLessThan(20_000);
  });

  it("has no link that leads nowhere", () => {
    const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".html"),
    );
    const texts = new Map(pages.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
    const dead = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/ href="(?!https?:|data:|mailto:)([^"#]*)(?:#([^"]*))?"/g)].flatMap(
        ([, to = "", anchor]) => {
          const target = to === "" ? path : join(path, "..", to);
          if (/0\.0/.test(target) || target.endsWith(".css")) return [];
          const isThere = texts.get(target)?.includes(anchor === undefined ? "" : ` id="${anchor}"`) === true;
          return isThere ? [] : [`${path}: ${to}#${anchor ?? ""}`];
        },
      ),
    );
    expect(dead).toEqual([]);
  });
});
