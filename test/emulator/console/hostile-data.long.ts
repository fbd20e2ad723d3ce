import { expect, it } from "vitest";
import { Cloud } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { describeWithBrowser } from "../../catalogue/page/browser.fixture.js";
import { looksOf, openConsole } from "./open-console.fixture.js";

const hostile = {
  markup: "<img src=x onerror=alert(1)><script>alert(2)</script>",
  bidi: "invoice\u202Egnp.exe\u2066",
  invisible: "ad\u200Bmin\u0000\u001B[2J",
  template: "{{constructor.constructor('alert(3)')()}} ${alert(4)}",
  link: "javascript:alert(5)",
};

describeWithBrowser("data of others in the console", (browser) => {
  it("is shown as text, whatever it has in it, and however long it is", async () => {
    await using opened = await openConsole(browser(), { validate: "off", maxRequestBytes: 64 * 1024 * 1024 });
    const { page, emulator, goto } = opened;
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await using cloud = new Cloud({ ...emulator.session, pollIntervalMs: 10 });
    const instances = new InstanceServiceClient(cloud);
    const large = "n".repeat(200_000);
    const texts = { ...hostile, large, lines: "a\n".repeat(5000) };
    for (const [key, text] of Object.entries(texts)) {
      const metadata = { parentId: text.slice(0, 500), name: text, labels: { [text.slice(0, 60)]: text } };
      const made = await instances.create({ metadata, spec: { cpu: 1, hostnames: [text, key] } });
      await made.wait();
      await instances.modify({ id: made.resourceId }, (vm) => {
        vm.spec.hostnames = [`${text}!`];
      });
    }
    await instances.get({ id: hostile.markup }).catch(() => {});
    await goto("#/resources?kind=compute/instance");
    await expect.poll(() => page.locator("tbody tr").count()).toBe(Object.keys(texts).length);
    expect(await page.locator("main").innerText()).not.toMatch(/[\u202E\u2066\u200B]/);
    expect(await looksOf(page, "hostile-resources")).toEqual([]);
    const links = await page
      .locator("tbody a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    for (const [index, link] of links.entries()) {
      await goto(link);
      await page.locator(".history > li").nth(1).waitFor();
      const shown = await page.locator("main").innerText();
      expect(shown).not.toMatch(/[\u202E\u2066\u200B]/);
      expect(shown.length).toBeLessThan(60_000);
      expect(await page.locator("main :is(img, script, iframe)").count()).toBe(0);
      if (index === 0) expect(await looksOf(page, "hostile-resource")).toEqual([]);
    }
    await goto("#/calls");
    await page.getByLabel("Filter calls").fill("nnnnnnnn");
    await page.locator(".call-line").first().click();
    await page.getByRole("button", { name: "Show all" }).first().waitFor();
    await page.getByRole("button", { name: "curl" }).click();
    await page.getByLabel("Filter calls").fill("onerror");
    await page.locator(".call-line", { hasText: "NOT_FOUND" }).first().click();
    await page.getByText("does not exist").waitFor();
    await goto(
      `#/resource?kind=${encodeURIComponent(hostile.markup)}&id=${encodeURIComponent(hostile.bidi)}`,
    );
    await page.getByText("the API has no kind of resource").first().waitFor();
    await goto("#/<img src=x onerror=alert(1)>");
    await page.getByText("The console has no such page").waitFor();
    expect(dialogs).toBe(0);
    expect(opened.faults).toEqual([]);
  });
});
