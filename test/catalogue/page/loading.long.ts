import { expect, it } from "vitest";
import { describeInBrowser, focused } from "./browser.fixture.js";
import { failing, hanging } from "./states.fixture.js";
import { largeData } from "./university.fixture.js";

type Intercept = ReturnType<typeof failing>;

/** A catalogue whose answers change while the page is open. */
class Switch {
  answer: Intercept = () => false;
  readonly asked: string[] = [];
  readonly intercept: Intercept = (request, response) => {
    this.asked.push(request.url ?? "");
    return this.answer(request, response);
  };
}

const cut: Intercept = (request, response) => {
  if (!/^\/(courses|buildings|search)/.test(request.url ?? "")) return false;
  response.destroy();
  return true;
};

describeInBrowser("the page while the catalogue does not do its part", (open) => {
  it.each([
    ["is down", cut, "The catalogue cannot be reached"],
    ["answers 503", failing(), "The catalogue is out of order"],
    ["answers 429", failing("/", 429), "The catalogue has too much to do"],
  ])(
    "says so where it %s, tries again by itself, and shows all when it is back",
    async (_, answer, title) => {
      const catalogue = new Switch();
      catalogue.answer = answer;
      await using opened = await open({
        path: "/?course=CS/225",
        intercept: catalogue.intercept,
        before: (page) => page.clock.install(),
      });
      const { page } = opened;
      // Waits between the tries of the client itself.
      await expect
        .poll(async () => (await page.clock.runFor(1000), page.getByText(title).count()))
        .toBeGreaterThan(2);
      expect(await page.locator("body").innerText()).not.toMatch(/HTTP|fetch|courses\.list|\b503\b/);
      catalogue.answer = () => false;
      await expect
        .poll(async () => (await page.clock.runFor(5000), page.getByText("The week").count()))
        .toBe(1);
      await page.getByText("24 courses").waitFor();
      await page.getByText("All 12 buildings").waitFor();
      expect(await page.getByText(title).count()).toBe(0);
    },
  );

  it("tries at once when someone asks for it, keeps the focus, and goes on from there", async () => {
    const catalogue = new Switch();
    catalogue.answer = failing("/courses", 403);
    await using opened = await open({ intercept: catalogue.intercept });
    const { page } = opened;
    const button = page.getByRole("button", { name: "Try again" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => catalogue.asked.filter((url) => url === "/courses").length).toBe(2);
    await expect.poll(() => focused(page)).toBe("Try again");
    catalogue.answer = () => false;
    await page.keyboard.press("Enter");
    await page.getByText("Introduction to Computing").waitFor();
    expect(await focused(page)).toBe("results-title");
  });

  it("does not go on asking where asking again is of no use", async () => {
    const catalogue = new Switch();
    catalogue.answer = failing("/", 403);
    await using opened = await open({
      intercept: catalogue.intercept,
      before: (page) => page.clock.install(),
    });
    await opened.page.getByText("The catalogue refuses to answer").first().waitFor();
    const asked = (): number => catalogue.asked.filter((url) => url === "/courses").length;
    expect(asked()).toBe(1);
    await opened.page.clock.runFor(60_000);
    expect(asked()).toBe(1);
  });

  it("shows lines in place of text while it waits, and says when it takes long", async () => {
    await using opened = await open({ intercept: hanging(), before: (page) => page.clock.install() });
    const { page } = opened;
    await page.getByText("Loading the courses").waitFor();
    expect(await page.locator("#results .skeleton").count()).toBeGreaterThan(3);
    expect(await page.getByText("takes longer than usual").count()).toBe(0);
    await page.clock.runFor(4500);
    await page.locator("#results").getByText("takes longer than usual").waitFor();
    // It does not wait for ever.
    await expect
      .poll(
        async () => (await page.clock.runFor(5000), page.getByText("The catalogue does not answer").count()),
      )
      .toBeGreaterThan(0);
  });

  it("shows a course though the list and the buildings cannot be had", async () => {
    await using opened = await open({
      path: "/?course=CS/225",
      intercept: ({ url }, response) => {
        if (url !== "/courses" && url !== "/buildings") return false;
        response.writeHead(403).end();
        return true;
      },
    });
    await opened.page.getByText("The week").waitFor();
    const tries = opened.page.getByRole("button", { name: "Try again" });
    await tries.nth(1).waitFor();
    expect(await tries.count()).toBe(2);
    await opened.page.getByRole("link", { name: "TUR 395" }).first().click();
    await opened.page.getByText("12 College Way").waitFor();
  });

  it("can be read while the device is offline, and goes on as soon as it is back", async () => {
    await using opened = await open({ path: "/?course=CS/225" });
    const { page } = opened;
    await page.getByText("The week").waitFor();
    await page.context().setOffline(true);
    await page.getByText("What has been loaded can still be read").waitFor();
    expect(await page.getByText("The week").count()).toBe(1);
    await page.getByRole("link", { name: "Databases" }).click();
    await page.locator("#course").getByText("You are offline").waitFor();
    await page.context().setOffline(false);
    await page.locator("#course").getByText("The week").waitFor();
    expect(await page.locator("#offline").isVisible()).toBe(false);
  });

  it("opens where its own server is down, for whoever has been there before", async () => {
    const server = new Switch();
    await using opened = await open({ intercept: server.intercept, isKept: true });
    const { page, url } = opened;
    await page.getByText("24 courses").waitFor();
    const kept = `caches.open("shell").then((cache) => cache.keys()).then((keys) => keys.length)`;
    await expect.poll(() => page.evaluate<number>(kept)).toBeGreaterThan(30);
    await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
    server.answer = (_, response) => {
      response.destroy();
      return true;
    };
    await page.goto(`${url}/?course=CS/225`);
    await page.locator("#course").getByText("The catalogue cannot be reached").waitFor();
    expect(await page.evaluate("getComputedStyle(document.body).margin")).toBe("0px");
    server.answer = () => false;
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByText("24 courses").waitFor();
  });

  it("says so where its own files do not come", async () => {
    const missing: Intercept = ({ url }, response) => {
      if (url !== "/app/results/result-list.js") return false;
      response.destroy();
      return true;
    };
    await using opened = await open({ intercept: missing });
    await opened.page.getByText("could not be loaded as a whole").waitFor();
    await opened.page.getByRole("link", { name: "Load it again" }).waitFor();
  });

  it("shows five thousand courses and finds its way in them", async () => {
    await using opened = await open({ data: largeData(5000) });
    const { page } = opened;
    const count = page.locator("#count");
    await expect.poll(() => count.innerText()).toBe("5,000 courses");
    expect(await page.locator("#results li").count()).toBe(5000);
    await page.locator(".subjects a", { hasText: "GEO" }).click();
    await expect.poll(() => count.innerText()).toBe("625 courses in GEO");
    await page.locator("#show-all").click();
    await expect.poll(() => count.innerText()).toBe("5,000 courses");
    expect(opened.faults).toEqual([]);
  });
});
