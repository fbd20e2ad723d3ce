import { expect, it } from "vitest";
import { describeInBrowser, focused, screens } from "./browser.fixture.js";

describeInBrowser("without a pointer, or without seeing it, the page", (open) => {
  it("keeps the focus on the result that was opened, and tells what has opened beside it", async () => {
    await using opened = await open();
    const { page } = opened;
    const link = page.getByRole("link", { name: "CS 225 Data Structures" });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.locator("#said", { hasText: "Data Structures is shown" }).waitFor({ state: "attached" });
    expect(await focused(page)).toBe("CS 225Data Structures");
    expect(await link.getAttribute("aria-current")).toBe("true");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("CS 261Databases");
  });

  it("goes with the arrow keys from the search into the results and back", async () => {
    await using opened = await open();
    const { page } = opened;
    await page.getByText("24 courses").waitFor();
    await page.fill("#keyword", "algebra");
    await page.getByText("2 courses for “algebra”").waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toMatch(/^MATH 111College Algebra/);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toMatch(/^MATH 341Linear Algebra/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("keyword");
  });

  it("can be used from the first key on: skip links lead to the course past the list", async () => {
    await using opened = await open({ path: "/?course=CS/225" });
    const { page } = opened;
    await page.getByText("The week").waitFor();
    expect(await focused(page)).toBe("nowhere");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to the course");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("course");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("TUR 395");
    expect(new URL(page.url()).hash).toBe("");
  });

  it("shows where the focus is, whole and on every link", async () => {
    await using opened = await open({ path: "/?course=CS/225" });
    const { page } = opened;
    await page.getByText("The week").waitFor();
    const seen = new Set<string>();
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      const [name, hasRing] = await page.evaluate<[string, boolean]>(`(() => {
        const one = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return [one.textContent.trim(), one === document.body || (outlineStyle !== "none" && outlineWidth !== "0px")];
      })()`);
      expect(hasRing, name).toBe(true);
      seen.add(name);
    }
    expect(seen.size).toBeGreaterThan(35);
  });

  it("is built of lists, headings and landmarks", async () => {
    await using opened = await open({ path: "/?course=CS/225" });
    const { page } = opened;
    await page.getByText("The week").waitFor();
    const headings = await page.getByRole("heading").allInnerTexts();
    expect(headings).toContain("Data Structures");
    expect(headings.filter((text) => /Š. Novák|R. Franklin|A. Lovelace/.test(text))).toHaveLength(3);
    for (const [role, name] of [
      ["region", "Courses"],
      ["region", "Campus"],
      ["article", "Data Structures"],
      ["search", undefined],
    ] as const) {
      expect(await page.getByRole(role, name === undefined ? {} : { name, exact: true }).count(), role).toBe(
        1,
      );
    }
    const sections = page.locator(".sections");
    expect(await sections.getAttribute("role")).toBe("list");
    expect(await sections.locator(":scope > li").count()).toBe(3);
    const tuesday = page.locator(".day", { has: page.getByRole("heading", { name: "Tuesday" }) });
    expect(await tuesday.getByRole("list").getByRole("listitem").count()).toBe(3);
  });

  it("has buildings as links of a list, where Space scrolls as everywhere and Enter opens", async () => {
    await using opened = await open();
    const { page } = opened;
    await page.getByRole("link", { name: "Boathouse" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".card", { hasText: "River Road" }).waitFor();
    await page.getByRole("link", { name: "Close" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".card").waitFor({ state: "detached" });
    expect(await focused(page)).toBe("campus-title");
  });

  it("moves the focus with the view where there is room for one thing, and back again", async () => {
    await using opened = await open({ screen: screens.phone });
    const { page } = opened;
    await page.getByRole("link", { name: "Data Structures" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("The week").waitFor();
    expect(await focused(page)).toBe("course-title");
    await page.getByRole("link", { name: "TUR 395" }).first().focus();
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("campus-title");
    await page.goBack();
    await expect.poll(() => focused(page)).toBe("TUR 395");
    await page.goBack();
    await expect.poll(() => focused(page)).toBe("CS 225Data Structures");
  });
});
