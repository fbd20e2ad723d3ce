import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { Cloud } from "@svc/cloud";
import { type RunningApp, startApp } from "../../examples/react-app/serve.js";
import { parentId } from "../../examples/react-app/logins.js";
import { axeFindings } from "../catalogue/page/axe.fixture.js";
import { describeWithBrowser, screens } from "../catalogue/page/browser.fixture.js";
import { patienceMs } from "../patience.js";

describeWithBrowser("the app of React on the sample cloud, in Chromium", (browser) => {
  let app: RunningApp;
  let cloud: Cloud;
  let instances: InstanceServiceClient;
  const ids: string[] = [];

  beforeAll(async () => {
    app = await startApp({ operationDelayMs: 300 });
    cloud = new Cloud({ ...app.emulator.session, pollIntervalMs: 10 });
    instances = new InstanceServiceClient(cloud);
    for (let number = 10; number < 35; number++) {
      const operation = await instances.create({
        metadata: { parentId, name: `vm-${number}` },
        spec: { cpu: 4, memoryBytes: 2n ** 33n },
      });
      await operation.wait();
      ids.push(operation.resourceId);
    }
  });
  afterAll(async () => {
    await cloud?.close({ graceMs: 1 });
    await app?.[Symbol.asyncDispose]();
  });

  /** A window of one user, in which the app is open. */
  async function open(user: string, { path = "/", role = "", screen = screens.desktop as object } = {}) {
    const context = await browser().newContext(screen);
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto(`${app.url}/login?user=${user}${role && `&role=${role}`}`);
    if (path !== "/") await page.goto(app.url + path);
    return { page, faults, [Symbol.asyncDispose]: () => context.close() };
  }

  const nav = (page: Page) => page.getByRole("navigation", { name: "Instances" });
  const detail = (page: Page) => page.getByRole("region", { name: "Instance", exact: true });
  const processors = (page: Page): Promise<string | null> => detail(page).locator("dd").first().textContent();
  const reads = (): string[] =>
    app.emulator.calls().map(({ method }) => method.slice(method.indexOf("/") + 1));

  it("has the first page of the list and the detail before any script runs, and does not read them again", async () => {
    await using ada = await open("ada", {
      path: `/?instance=${ids[0]}`,
      screen: { javaScriptEnabled: false },
    });
    await expect.poll(() => ada.page.getByRole("heading", { name: "vm-10" }).count()).toBe(1);
    expect(await nav(ada.page).getByRole("listitem").count()).toBe(10);

    app.emulator.clearCalls();
    await using bob = await open("bob", { path: `/?instance=${ids[0]}` });
    await bob.page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => nav(bob.page).getByRole("listitem").count()).toBe(20);
    // The server renders `/` after the login, and then the page of the instance. The page reads the second page of the list.
    expect(reads().toSorted()).toEqual(["Get", "List", "List", "List"]);
    expect(bob.faults).toEqual([]);
  });

  it("lists 25 instances, page by page", async () => {
    await using ada = await open("ada");
    const more = ada.page.getByRole("button", { name: "Show more" });
    await more.click();
    await expect.poll(() => nav(ada.page).getByRole("listitem").count()).toBe(20);
    await more.click();
    await expect.poll(() => nav(ada.page).getByRole("listitem").count()).toBe(25);
    await expect.poll(() => more.count()).toBe(0);
  });

  it("shows an edit at once, and keeps what somebody else has changed in the meantime", async () => {
    await using ada = await open("ada", { path: `/?instance=${ids[1]}` });
    app.emulator.script("InstanceService/Update", [{ delayMs: 3000 }]);
    await ada.page.getByLabel("Processors").fill("8");
    await ada.page.getByRole("button", { name: "Resize" }).click();
    await expect.poll(() => processors(ada.page)).toBe("8");
    expect((await instances.get({ id: ids[1] })).spec.cpu).toBe(4);
    // The version that the edit was made for is gone now, so its Update is a conflict.
    await (await instances.modify({ id: ids[1] }, (vm) => void (vm.spec.hostnames = ["other"]))).wait();
    await expect
      .poll(async () => (await instances.get({ id: ids[1] })).spec)
      .toMatchObject({ cpu: 8, hostnames: ["other"] });
    const updates = app.emulator.calls({ method: "svc.compute.v1.InstanceService/Update" });
    expect(updates.map(({ code }) => code)).toContain("ABORTED");
    expect(await processors(ada.page)).toBe("8");
    expect(ada.faults.filter((fault) => !/409/.test(fault))).toEqual([]);
  });

  it("takes an edit back that the server refuses, and says why", async () => {
    await using ada = await open("ada", { path: `/?instance=${ids[2]}` });
    app.emulator.script("InstanceService/Update", [{ code: "PERMISSION_DENIED", delayMs: 200 }]);
    await ada.page.getByLabel("Processors").fill("16");
    await ada.page.getByRole("button", { name: "Resize" }).click();
    await expect.poll(() => processors(ada.page)).toBe("16");
    await ada.page.getByRole("alert").waitFor();
    await expect.poll(() => processors(ada.page)).toBe("4");
  });

  it("creates an instance, follows its operation, and has it in the list at the end", async () => {
    await using ada = await open("ada");
    await ada.page.getByLabel("Name").fill("brand-new");
    await ada.page.getByRole("button", { name: "Create" }).click();
    await ada.page.getByText("Creating…").waitFor();
    await ada.page.getByText("Created.").waitFor();
    await ada.page.getByRole("heading", { name: "brand-new" }).waitFor();
    const more = ada.page.getByRole("button", { name: "Show more" });
    await more.click();
    await more.click();
    await nav(ada.page).getByRole("button", { name: "brand-new" }).waitFor();
  });

  it("serves two users in one process, of which each sees only what the API gives to that user", async () => {
    app.emulator.setRules({
      deny: [{ methods: ["compute/instance/list", "compute/instance/get"], roles: ["guest"] }],
    });
    await using ada = await open("ada", { path: `/?instance=${ids[3]}` });
    await using eve = await open("eve", { path: `/?instance=${ids[3]}`, role: "guest" });
    await using again = await open("ada", { path: `/?instance=${ids[3]}` });
    expect(await ada.page.getByRole("heading", { name: "vm-13" }).count()).toBe(1);
    expect(await again.page.getByRole("heading", { name: "vm-13" }).count()).toBe(1);
    await eve.page.getByRole("alert").first().waitFor();
    expect(await eve.page.content()).not.toContain("vm-1");
    app.emulator.setRules({});
  });

  it("shows text of the API as text", async () => {
    const name = "</script><img src=x onerror=alert(1)>";
    await (await instances.modify({ id: ids[4] }, (vm) => void (vm.spec.hostnames = [name]))).wait();
    await using ada = await open("ada", { path: `/?instance=${ids[4]}` });
    await ada.page.getByRole("heading", { name: "vm-14" }).waitFor();
    expect(await ada.page.locator("img").count()).toBe(0);
  });

  it.each(["desktop", "phone"] as const)("is accessible on a %s", async (screen) => {
    await using ada = await open("ada", { path: `/?instance=${ids[5]}`, screen: screens[screen] });
    await ada.page.getByRole("heading", { name: "vm-15" }).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await ada.page.emulateMedia({ colorScheme });
      expect(await axeFindings(ada.page)).toEqual([]);
    }
  });
});
