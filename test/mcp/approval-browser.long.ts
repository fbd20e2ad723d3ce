import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axeFindings } from "../catalogue/page/axe.fixture.js";
import { describeWithBrowser, screens } from "../catalogue/page/browser.fixture.js";
import { layoutFaults } from "../catalogue/page/layout.fixture.js";
import { patienceMs } from "../patience.js";
import { type Agent, changesOf, type Cloud, openAgent, openCloud, planOf } from "./connect.fixture.js";

let cloud: Cloud;
let agent: Agent;
let id = "";
let url = "";
beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
  id = await cloud.make("web", { cpu: 4 });
  agent = await openAgent(await cloud.api({ allow: ["change", "destroy"] }), {
    hasUrls: true,
    onAsk: ({ params }) => {
      url = "url" in params ? params.url : "";
      return { action: "accept" };
    },
  });
});
afterAll(() => cloud?.[Symbol.asyncDispose]());

/** Plans a change and asks for it, so that it waits on the page. */
async function wait(word: "delete" | "update", labels?: object) {
  const given = labels ? { request: { id }, set: { "metadata.labels": labels } } : { request: { id } };
  const plan = planOf(await agent.call("plan", { method: `compute/instance/${word}`, ...given }));
  const apply = () => agent.call(word === "delete" ? "destroy" : "apply", plan);
  expect(await apply()).toMatchObject({ isError: true });
  cloud.emulator.clearCalls();
  return apply;
}

describeWithBrowser("the approval page, in Chromium", (browser) => {
  async function open(more: object = {}) {
    const context = await browser().newContext({ reducedMotion: "reduce", ...more });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("console", (message) => faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(String(error)));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    return { page, faults, requests, [Symbol.asyncDispose]: () => context.close() };
  }

  /** What is wrong with the page on a desktop and a phone, by day and by night. */
  async function faultsOf(page: Page): Promise<string[]> {
    const found: string[] = [];
    for (const screen of ["desktop", "phone"] as const) {
      await page.setViewportSize(screens[screen].viewport);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await layoutFaults(page, 44)), ...(await axeFindings(page)));
      }
    }
    return found;
  }

  it("shows a change of any length to everybody, and is answered with the keyboard alone", async () => {
    const apply = await wait("update", {
      script: `${"echo one\n".repeat(100)}\u202e`,
      "</td><h1>": "<script>alert(1)</script>",
      long: "x".repeat(3_000),
    });
    await using opened = await open();
    const { page, faults, requests } = opened;
    await page.goto(url);
    expect(await page.title()).toBe("Approve this change?");
    expect(await faultsOf(page)).toEqual([]);
    const shown = await page.getByRole("table").first().innerText();
    expect(shown).toContain("x".repeat(3_000));
    expect(shown.match(/echo one\\n\n/g)).toHaveLength(100);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Approved" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await apply()).toMatchObject({ isError: false });
    expect(changesOf(cloud)).toEqual(["Update"]);
    await page.goto(url);
    await page.getByRole("heading", { name: "Nothing to approve" }).waitFor();
    expect(faults.filter((text) => !text.includes("404"))).toEqual([]);
    expect(new Set(requests.map((one) => one.replace(url, "URL")))).toEqual(new Set(["GET URL", "POST URL"]));
  });

  it("needs no scripts, and a phone can decline", async () => {
    const apply = await wait("delete");
    await using opened = await open({ ...screens.phone, javaScriptEnabled: false });
    const { page } = opened;
    await page.goto(url);
    await page.getByRole("button", { name: "Decline" }).tap();
    await page.getByRole("heading", { name: "Declined" }).waitFor();
    expect((await apply()).text).toContain("did not approve");
    expect(changesOf(cloud)).toEqual([]);
  });

  it("is neither framed nor answered by a page of another site, and is opened by its links", async () => {
    await wait("delete");
    const html = `<a href="${url}">link</a><iframe src="${url}"></iframe>
      <form method="post" action="${url}"><button name="answer" value="approve">go</button></form>`;
    const evil = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
    await new Promise<void>((resolve) => void evil.listen(0, "127.0.0.1", resolve));
    try {
      await using opened = await open();
      const { page } = opened;
      const place = `http://localhost:${(evil.address() as AddressInfo).port}/`;
      await page.goto(place);
      expect(await page.frameLocator("iframe").getByRole("button").count()).toBe(0);
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: "go" }).click();
      expect((await answered).status()).toBe(403);
      // The tab is still on its way to what the browser shows for a 403.
      await using other = await open();
      await other.page.goto(place);
      await other.page.getByRole("link", { name: "link" }).click();
      await other.page.getByRole("heading", { name: "Approve this change?" }).waitFor();
      expect(changesOf(cloud)).toEqual([]);
    } finally {
      evil.close();
    }
  });
});
