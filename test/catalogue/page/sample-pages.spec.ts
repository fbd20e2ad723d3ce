import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startPage } from "../../../examples/catalogue-web/serve.js";
import { openCloud } from "../../../emulator/src/emulator.fixture.js";
import { describeWithBrowser } from "./browser.fixture.js";

// `npm run long -- screenshots` tests both pages in every state, and `platforms-web` an SDK in a bundle. The console is in `dist`.
describeWithBrowser("a page of this project, in Chromium", (browser) => {
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

  it("creates a disk of the cloud by the form of the console, and shows it with its history", async () => {
    await using cloud = await openCloud();
    await use(`${cloud.emulator.webUrl}/#/method?name=svc.compute.v1.DiskService/Create`, async (page) => {
      await page.getByLabel("parent_id").fill("project-1");
      await page.getByLabel(/^name/).fill("<b>backup</b>");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByLabel("Response").getByText("OK", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Resources" }).click();
      await page.getByRole("link", { name: "<b>backup</b>" }).click();
      await page.getByText("Created", { exact: true }).waitFor();
      await page.getByText("by console").waitFor();
    });
  });
});
