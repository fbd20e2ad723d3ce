import { describe, expect, it } from "vitest";
import { Cloud } from "@svc/cloud";
import { DiskServiceClient, InstanceServiceClient } from "@svc/cloud/compute/v1";
import type { Emulator } from "../../../emulator/src/index.js";
import { describeWithBrowser } from "../../catalogue/page/browser.fixture.js";
import { looksOf, openConsole } from "./open-console.fixture.js";

/** Creates an instance and changes it, as a program does. */
async function useCloud(emulator: Emulator, name = "web-1"): Promise<string> {
  await using cloud = new Cloud({ ...emulator.session, pollIntervalMs: 10 });
  const instances = new InstanceServiceClient(cloud);
  const metadata = { parentId: "project-1", name, labels: { env: "production" } };
  const operation = await instances.create({ metadata, spec: { cpu: 4, hostnames: ["a.internal"] } });
  await operation.wait();
  await instances.modify({ id: operation.resourceId }, (vm) => {
    vm.spec.cpu = 8;
    vm.spec.hostnames = [];
  });
  return operation.resourceId;
}

describeWithBrowser("the console, in Chromium", (browser) => {
  it("begins with an empty cloud, and shows resources as programs create them, with state and age", async () => {
    await using opened = await openConsole(browser());
    const { page, emulator } = opened;
    await page.getByText("The cloud has no resources yet").waitFor();
    expect(await looksOf(page, "empty")).toEqual([]);
    await useCloud(emulator);
    const row = page.getByRole("row", { name: /web-1/ });
    await row.getByText("RUNNING").waitFor();
    expect(await row.innerText()).toMatch(/\d+s\s/);
    await page.getByRole("link", { name: /^instance/ }).click();
    await page.getByRole("heading", { name: "compute/instance" }).waitFor();
    expect(await looksOf(page, "resources")).toEqual([]);
    expect(opened.faults).toEqual([]);
  });

  it("shows the history of a resource: who changed which field, from what to what, by which mask", async () => {
    await using opened = await openConsole(browser());
    const { page, emulator } = opened;
    const id = await useCloud(emulator);
    await page.getByRole("link", { name: "web-1" }).click();
    const [updated, created] = [page.locator(".history > li").first(), page.locator(".history > li").last()];
    await updated.getByText("Updated", { exact: true }).waitFor();
    expect(await updated.innerText()).toMatch(
      /by test-user[^]*Reset mask spec\.hostnames[^]*spec\.cpu\s+4\s+8/,
    );
    expect(await created.innerText()).toMatch(/Created/);
    await created.getByRole("button", { name: "Show the whole resource" }).click();
    expect(await created.innerText()).toContain('"a.internal"');
    expect(await looksOf(page, "resource")).toEqual([]);
    await page.getByRole("button", { name: "delete" }).click();
    expect(await page.getByLabel("id", { exact: false }).first().inputValue()).toBe(id);
    await page.keyboard.press("Control+Enter");
    await page.getByLabel("Response").getByText("OK", { exact: true }).waitFor();
    await page.goBack();
    await page.getByText("Deleted").waitFor();
    await page.getByText("This resource does not exist").waitFor();
    expect(opened.faults).toEqual([]);
  });

  it("streams calls, filters them, pauses, and marks repeated keys, faults and failures", async () => {
    await using opened = await openConsole(browser());
    const { page, emulator, goto } = opened;
    await goto("#/calls");
    await page.getByText("No call has arrived yet").waitFor();
    emulator.script("InstanceService/Create", [{ dropResponse: true }]);
    await useCloud(emulator);
    await page.getByText("repeated key").waitFor();
    await page.getByText("fault", { exact: true }).waitFor();
    expect(await looksOf(page, "calls")).toEqual([]);
    await page.keyboard.press("/");
    await page.keyboard.type("update");
    await expect.poll(() => page.locator(".call").count()).toBe(1);
    await page.locator(".call-line").click();
    expect(await looksOf(page, "call")).toEqual([]);
    await page.getByLabel("Filter calls").fill("nowhere");
    await page.getByText("No call matches the filter").waitFor();
    await page.getByLabel("Filter calls").fill("");
    await page.getByLabel("Show", { exact: true }).selectOption("failed");
    await expect.poll(() => page.locator(".call").count()).toBe(1);
    await page.getByLabel("Show", { exact: true }).selectOption("all");
    const count = await page.locator(".call").count();
    await page.getByRole("button", { name: "Pause" }).click();
    await useCloud(emulator, "web-2");
    await page.getByRole("button", { name: /Continue \([1-9]/ }).waitFor();
    expect(await page.locator(".call").count()).toBe(count);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No call has arrived yet").waitFor();
    expect(emulator.calls()).toEqual([]);
    expect(opened.faults).toEqual([]);
  });

  it("follows operations, and shows the code of those that failed", async () => {
    await using opened = await openConsole(browser(), { operationDelayMs: 60_000 });
    const { page, emulator, goto } = opened;
    await using cloud = new Cloud(emulator.session);
    await goto("#/operations");
    await page.getByText("There are no operations").waitFor();
    emulator.script("DiskService/Create", [{ failOperation: { code: "INTERNAL", message: "no host" } }]);
    const disks = new DiskServiceClient(cloud);
    for (const name of ["a", "b"])
      await disks.create({ metadata: { parentId: "p", name }, spec: { sizeBytes: 1n } });
    await expect.poll(() => page.getByText(/RUNNING, \d+\.\d s left/).count()).toBe(2);
    emulator.clock.advance(60_000);
    await page.getByText("no host").waitFor();
    expect(await looksOf(page, "operations")).toEqual([]);
    expect(opened.faults).toEqual([]);
  });

  it("disturbs and resets the emulator: clock, scenarios, faults, rules, snapshots, seeds and tokens", async () => {
    await using opened = await openConsole(browser());
    const { page, emulator, goto } = opened;
    await goto("#/controls");
    await page.getByRole("heading", { name: "Scenarios" }).waitFor();
    await page.getByLabel("lag").waitFor();
    expect(await looksOf(page, "controls")).toEqual([]);
    await page.getByRole("button", { name: "Freeze" }).click();
    await page.getByText("frozen", { exact: true }).waitFor();
    const before = emulator.clock.now();
    await page.getByRole("button", { name: "+1 h" }).click();
    await expect.poll(() => emulator.clock.now() - before).toBe(3_600_000);
    await page
      .getByLabel("Add resources (YAML)")
      .fill("$resource: compute/instance\nmetadata: { id: vm-1, name: web, parentId: p }\n");
    await page.getByRole("button", { name: "Seed" }).click();
    await page.getByText("The resources were added").waitFor();
    await page.getByRole("button", { name: "Take a snapshot" }).click();
    await page.getByRole("button", { name: "Restore snapshot-1" }).waitFor();
    await page.getByRole("button", { name: "Reset …" }).click();
    await page.getByRole("button", { name: "Reset everything" }).click();
    await expect.poll(() => emulator.export()).toBe("");
    await page.getByRole("button", { name: "Restore snapshot-1" }).click();
    await expect.poll(() => emulator.export()).toContain("vm-1");
    await page.getByLabel("lag").check();
    await page.getByText("The scenarios were set").waitFor();
    await page.getByLabel("The next calls of").selectOption("svc.compute.v1.DiskService/List");
    await page.locator(".card", { hasText: "Faults" }).getByRole("button", { name: "Set" }).click();
    await page.getByLabel("The faults of the next calls").waitFor();
    await page
      .getByLabel("Deny methods")
      .fill('{"deny":[{"methods":["compute/disk/*"],"roles":["viewer"]}]}');
    await page.locator(".card", { hasText: "Rules" }).getByRole("button", { name: "Set" }).click();
    await page.getByText("The rules were set").waitFor();
    await page.getByLabel("Deny methods").fill('{"deny":[{"method":"x"}]}');
    await page.locator(".card", { hasText: "Rules" }).getByRole("button", { name: "Set" }).click();
    await page.getByText('did you mean "methods"').waitFor();
    expect(await looksOf(page, "refused")).toEqual([]);
    await page.getByRole("button", { name: "Create a token" }).click();
    await page.getByText(/^emu-/).waitFor();
    await page.locator("#rate").fill("0.5");
    await expect.poll(() => page.getByText("50 %").count()).toBe(1);
    expect(opened.faults).toEqual([]);
  });

  it("says that the emulator is gone, and goes on when it is back", async () => {
    await using opened = await openConsole(browser());
    const { page, emulator } = opened;
    const port = Number(new URL(emulator.webUrl).port);
    await emulator.close();
    await page.getByText("Not connected").waitFor();
    expect(await looksOf(page, "lost")).toEqual([]);
    await using again = await openConsole(browser(), { httpPort: port });
    await page.getByText("Live").waitFor();
    await useCloud(again.emulator);
    await page.getByRole("link", { name: "web-1" }).waitFor();
  });

  it("is used by the keyboard alone, and leads those who listen to the title of each page", async () => {
    await using opened = await openConsole(browser());
    const { page } = opened;
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    for (let n = 0; n < 4; n += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Calls" }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Calls");
    expect(await page.title()).toBe("Calls · Emulator");
  });
});

describe("the console beyond this machine", () => {
  describeWithBrowser("in Chromium", (browser) => {
    it("opens by the address that the start prints, and otherwise asks for the token", async () => {
      await using opened = await openConsole(browser(), { host: "0.0.0.0" });
      const { page, emulator } = opened;
      const url = emulator.webUrl.replace("0.0.0.0", "127.0.0.1");
      await page.getByLabel(/Enter the token/).waitFor();
      expect(await looksOf(page, "token")).toEqual([]);
      await page.getByLabel(/Enter the token/).fill("wrong");
      await page.getByRole("button", { name: "Open the console" }).click();
      await page.getByLabel(/Enter the token/).waitFor();
      await page.getByLabel(/Enter the token/).fill(emulator.controlToken ?? "");
      await page.getByRole("button", { name: "Open the console" }).click();
      await page.getByText("The cloud has no resources yet").waitFor();
      const other = await (await browser().newContext()).newPage();
      await other.goto(`${url}/#token=${emulator.controlToken ?? ""}`);
      await other.getByText("The cloud has no resources yet").waitFor();
      expect(other.url()).toBe(`${url}/#/resources`);
      await other.context().close();
    });
  });
});
