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
        .poll(async () => (await page.clock.runFor(5000), page.getByText("The week").count()), {
          timeout: 20_000,
        })
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
    const before = catalogue.asked.length;
    await opened.page.clock.runFor(60_000);
    expect(catalogue.asked.length).toBe(before);
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
    expect(await opened.page.getByRole("button", { name: "Try again" }).count()).toBe(2);
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
    await page.getByText("5,000 courses").waitFor();
    expect(await page.locator("#results li").count()).toBe(5000);
    await page.getByRole("link", { name: "GEO 625 courses" }).click();
    await page.getByText("625 courses in GEO").waitFor();
    await page.locator("#show-all").click();
    await page.getByText("5,000 courses").waitFor();
    expect(opened.faults).toEqual([]);
  });
});
