import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startPage } from "../../../examples/catalogue-web/serve.js";
import { startCloudPage } from "../../../examples/cloud-web/serve.js";
import { describeWithBrowser } from "./browser.fixture.js";

// `npm run long -- screenshots` tests both pages in every state, and `platforms-web` an SDK in a bundle.
describeWithBrowser("a sample page, in Chromium", (browser) => {
  async function use(url: string, program: (page: Page) => Promise<void>): Promise<void> {
    await using context = await browser().newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(url);
    await program(page);
    expect(faults).toEqual([]);
  }

  it("lists the courses of the catalogue, and shows the one that is chosen", async () => {
    const served = await startPage();
    await use(served.url, async (page) => {
      await page.locator("#results").getByText("Introduction to Computing").click();
      await page.getByText("The week").first().waitFor();
    });
    await served.close();
  });

  it("lists instances and disks of the cloud, and creates one", async () => {
    await using cloud = await startCloudPage();
    await use(cloud.url, async (page) => {
      await page.getByRole("heading", { name: "worker-1" }).waitFor();
      await page.getByRole("button", { name: "Create disk" }).click();
      await page.getByLabel("Name", { exact: true }).fill("backup");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByRole("heading", { name: "backup", exact: true }).waitFor();
    });
  });
});
