import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { type CloudPage, type CloudPageOptions, startCloudPage } from "../../examples/cloud-web/serve.js";
import { axeFindings } from "../catalogue/page/axe.fixture.js";
import { describeWithBrowser, screens } from "../catalogue/page/browser.fixture.js";
import { layoutFaults } from "../catalogue/page/layout.fixture.js";
import { patienceMs } from "../patience.js";

/** Where the screenshots are. Git ignores them. */
const pictures = fileURLToPath(new URL("../../test-results/cloud/", import.meta.url));

/** What is wrong with the page as it is, on a desktop and on a phone. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [screen, leastTap] of [
    ["desktop", 24],
    ["phone", 44],
  ] as const) {
    await page.setViewportSize(screens[screen].viewport);
    const faults = [...(await layoutFaults(page, leastTap)), ...(await axeFindings(page))];
    found.push(...faults.map((fault) => `${screen}, ${name}: ${fault}`));
    mkdirSync(pictures, { recursive: true });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${pictures}${name}-${screen}-${colorScheme}.png` });
      if (colorScheme === "dark")
        found.push(...(await axeFindings(page, "color-contrast")).map((fault) => `dark, ${name}: ${fault}`));
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.setViewportSize(screens.desktop.viewport);
  return found;
}

describeWithBrowser("the admin page of the cloud, in Chromium", (browser) => {
  async function open(options: CloudPageOptions = {}, before?: (cloud: CloudPage) => void) {
    const cloud = await startCloudPage(options);
    before?.(cloud);
    const context = await browser().newContext({ reducedMotion: "reduce" });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(cloud.url);
    return {
      cloud,
      page,
      faults,
      async [Symbol.asyncDispose]() {
        await context.close();
        await cloud[Symbol.asyncDispose]();
      },
    };
  }

  it("lists instances and disks, and follows what it creates with its progress", async () => {
    await using opened = await open({ operationDelayMs: 1500 });
    const { page } = opened;
    await page.getByRole("heading", { name: "worker-1" }).waitFor();
    await page.getByRole("heading", { name: "archive" }).waitFor();
    expect(await faultsOf(page, "lists")).toEqual([]);
    await page.getByRole("button", { name: "Create instance" }).click();
    await page.getByLabel("Name", { exact: true }).fill("web-2");
    await page.getByLabel("Processors").fill("8");
    await page.getByLabel("Labels").fill("env=test");
    expect(await faultsOf(page, "create")).toEqual([]);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const progress = page.getByRole("progressbar", { name: "Create instance web-2" });
    await progress.waitFor();
    await expect.poll(() => progress.getAttribute("value")).not.toBe("0");
    expect(await faultsOf(page, "progress")).toEqual([]);
    await page.getByText("Done", { exact: true }).waitFor();
    const instances = page.locator("#instances");
    await instances.getByText("env=test").waitFor();
    expect(opened.faults).toEqual([]);
  });

  it("shows a change and its mask before it is sent, and sends what it showed", async () => {
    await using opened = await open();
    const { cloud, page } = opened;
    await page.getByRole("button", { name: "Change instance web-1" }).click();
    await page.getByLabel("Processors").fill("6");
    await page.getByLabel("Labels").fill("env=production");
    await page.getByLabel("Host names").fill("");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("spec.hostnames").waitFor();
    const updates = () => cloud.emulator.calls().filter(({ method }) => method.endsWith("/Update"));
    expect(updates()).toEqual([]);
    const shown = await page.getByRole("dialog").innerText();
    expect(shown).toMatch(/Processors\s+4 → 6/);
    expect(shown).toMatch(/Host names\s+web-1.internal → none/);
    expect(await faultsOf(page, "review")).toEqual([]);
    await page.getByRole("button", { name: "Back" }).click();
    expect(await page.getByLabel("Processors").inputValue()).toBe("6");
    await page.getByRole("button", { name: "Review" }).click();
    const mask = await page.locator("dialog code").innerText();
    await page.getByRole("button", { name: "Send the change" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    expect(JSON.stringify(updates().map(({ metadata }) => metadata["x-resetmask"]))).toBe(
      JSON.stringify([[mask]]),
    );
  });

  it("says what went wrong where it happened, and keeps what was written", async () => {
    await using opened = await open({}, ({ emulator }) =>
      emulator.script("DiskService/List", [{ code: "PERMISSION_DENIED", message: "not yours" }]),
    );
    const { cloud, page } = opened;
    await page.getByText("The disks could not be loaded").waitFor();
    expect(await faultsOf(page, "failed")).toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "archive" }).waitFor();
    await page.getByRole("button", { name: "Create disk" }).click();
    await page.getByLabel("Name", { exact: true }).fill("archive");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("Create failed").waitFor();
    await page.getByText("ALREADY_EXISTS, request").waitFor();
    expect(await faultsOf(page, "refused")).toEqual([]);
    cloud.emulator.script("DiskService/Create", [{ code: "UNAVAILABLE" }, { dropResponse: true }]);
    await page.getByLabel("Name", { exact: true }).fill("archive-2");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("button", { name: "Change disk archive-2" }).waitFor();
    expect(await page.getByRole("button", { name: /^Change disk/ }).count()).toBe(3);
  });

  it("is empty in a project without resources, and repeats what failed offline", async () => {
    await using opened = await open({ isEmpty: true });
    const { page } = opened;
    await page.getByText("There are no disks in this project.").waitFor();
    expect(await faultsOf(page, "empty")).toEqual([]);
    await page.getByRole("button", { name: "Create disk" }).click();
    await page.getByLabel("Name", { exact: true }).fill("first");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Change disk first" }).waitFor();
    expect(await page.getByRole("button", { name: /^Change disk/ }).count()).toBe(1);
    expect(opened.faults).toEqual([]);
  });
});
