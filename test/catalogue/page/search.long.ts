import { expect, it } from "vitest";
import { describeInBrowser, screens } from "./browser.fixture.js";
import { failing } from "./states.fixture.js";

const names = "#results .name";

describeInBrowser("a search on the page", (open) => {
  it("follows what is typed, gives up the older request, and shows the answer to the newer", async () => {
    let held = 0;
    let dropped = 0;
    await using opened = await open({
      intercept: (request, response) => {
        if (request.url !== "/search/courses/calc") return false;
        held++;
        response.on("close", () => dropped++);
        return true;
      },
    });
    const { page, faults } = opened;
    await page.getByText("24 courses").waitFor();
    await page.fill("#keyword", "calc");
    await expect.poll(() => held).toBe(1);
    expect(await page.locator("#count").innerText()).toBe("Searching …");
    await page.fill("#keyword", "algebra");
    await page.locator("#count", { hasText: "for “algebra”" }).waitFor();
    await expect.poll(() => dropped).toBe(1);
    expect(await page.locator(names).allTextContents()).toEqual(["College Algebra", "Linear Algebra"]);
    expect(faults).toEqual([]);
  });

  it("finds buildings, and says nothing of courses where there are none", async () => {
    await using opened = await open({ path: "/?q=hall" });
    const { page } = opened;
    await page.getByText("4 buildings for “hall”").waitFor();
    expect(await page.locator(names).allTextContents()).toContain("Turing Hall");
    expect(await page.getByText(/nothing found/i).count()).toBe(0);
    await page.locator("#results").getByRole("link", { name: "Turing Hall" }).click();
    await page.locator(".card", { hasText: "12 College Way" }).waitFor();
  });

  it("says that nothing was found, and leads back to the whole list", async () => {
    await using opened = await open({ path: "/?q=zebra" });
    await opened.page.getByRole("link", { name: "Show all courses" }).click();
    await opened.page.getByText("24 courses").waitFor();
    expect(await opened.page.inputValue("#keyword")).toBe("");
  });

  it("shows what was found where the other half of the search fails", async () => {
    await using opened = await open({ path: "/?q=hall", intercept: failing("/search/courses", 403) });
    await opened.page.getByText("4 buildings for “hall”").waitFor();
    await opened.page.getByText("The catalogue refuses to answer").waitFor();
  });

  it("takes a miss for nothing found", async () => {
    await using opened = await open({ path: "/?q=x", intercept: failing("/search/", 404) });
    await opened.page.getByText("Try fewer or other words").waitFor();
  });

  it("can be for anything", async () => {
    await using opened = await open();
    const { page, url } = opened;
    for (const keyword of ["%", "../..", "zz/q?x#j", "<b>x</b>", "“ ”", "\u{1F600}", ".."]) {
      await page.goto(`${url}/?q=${encodeURIComponent(keyword)}`);
      await page.locator("#results .notice").first().waitFor();
      expect(await page.inputValue("#keyword")).toBe(keyword);
      expect(await page.locator("#results b").count(), keyword).toBe(0);
    }
  });

  it("says where there may be more than the catalogue gives", async () => {
    const hits = Array.from({ length: 100 }, (_, index) => ({ title: `Course ${index}`, score: 1 }));
    await using opened = await open({
      path: "/?q=x",
      intercept: ({ url }, response) => {
        if (url !== "/search/courses/x") return false;
        response.setHeader("content-type", "application/json").end(JSON.stringify(hits));
        return true;
      },
    });
    await opened.page.getByText("There may be more").waitFor();
    await opened.page.getByText("At least 100 courses for “x”").waitFor();
    expect(await opened.page.locator(names).count()).toBe(100);
  });

  it("is sent off by Enter, which puts away the keyboard of a phone", async () => {
    await using opened = await open({ screen: screens.phone });
    const { page } = opened;
    await page.locator("#keyword").pressSequentially("algebra");
    await page.keyboard.press("Enter");
    await page.getByText("2 courses for “algebra”").waitFor();
    expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
  });
});
