import { expect, it } from "vitest";
import { describeInBrowser, screens } from "./browser.fixture.js";

describeInBrowser("on a phone the page", (open) => {
  it("brings a course into view at a tap, and the list at the way back", async () => {
    await using opened = await open({ screen: screens.phone });
    const { page } = opened;
    await page.getByRole("link", { name: "Data Structures" }).tap();
    const title = page.locator("#course h2", { hasText: "Data Structures" });
    await title.waitFor();
    const box = await title.boundingBox();
    expect(box?.y).toBeLessThan(200);
    expect(await page.locator("#results").isVisible()).toBe(false);
    const length = await page.evaluate("history.length");
    await page.getByRole("link", { name: "All courses" }).tap();
    await page.getByText("24 courses").waitFor();
    // The way back goes back, and is not one step more.
    expect(await page.evaluate("history.length")).toBe(length);
    expect(await page.locator("#course").isVisible()).toBe(false);
  });

  it("leads from a room to its building and back to the course", async () => {
    await using opened = await open({ screen: screens.phone, path: "/?q=data&course=CS/225" });
    const { page } = opened;
    await page.getByRole("link", { name: "TUR 395" }).first().tap();
    await page.locator(".card", { hasText: "12 College Way" }).waitFor();
    await page.getByRole("link", { name: "CS 225", exact: true }).tap();
    await page.locator("#course h2", { hasText: "Data Structures" }).waitFor();
    await page.getByRole("link", { name: "Results for “data”" }).tap();
    await page.locator("#count", { hasText: "for “data”" }).waitFor();
    expect(await page.locator("#course").isVisible()).toBe(false);
  });

  it("leads to the campus, and there to a building by a tap on the map", async () => {
    await using opened = await open({ screen: screens.phone });
    const { page } = opened;
    await page.getByRole("link", { name: "Campus", exact: true }).tap();
    const dot = page.locator('circle[data-building="BOA"]');
    const box = (await dot.boundingBox())!;
    // A finger is not exact.
    await page.touchscreen.tap(box.x + 9, box.y + 9);
    await page.locator(".card", { hasText: "Boathouse" }).waitFor();
    expect(new URL(page.url()).search).toBe("?building=BOA");
  });
});

describeInBrowser("on a tablet the page", (open) => {
  it("brings the building of a room into view, and the course at the way back", async () => {
    await using opened = await open({ screen: screens.tablet, path: "/?course=CS/225" });
    const { page } = opened;
    await page.getByRole("link", { name: "TUR 395" }).first().tap();
    const card = page.locator(".card", { hasText: "12 College Way" });
    await card.waitFor();
    expect((await card.boundingBox())!.y).toBeLessThan(screens.tablet.viewport.height - 100);
    await page.goBack();
    await expect.poll(() => page.evaluate("scrollY")).toBe(0);
  });
});

describeInBrowser("on a large screen the page", (open) => {
  it("shows list, course and campus beside each other, and a new course from its top", async () => {
    await using opened = await open({ path: "/?course=CS/225" });
    const { page } = opened;
    await page.getByText("The week").waitFor();
    await page.evaluate("scrollTo(0, 500)");
    await page.getByRole("link", { name: "Databases" }).click();
    await page.locator("#course h2", { hasText: "Databases" }).waitFor();
    expect(await page.evaluate("scrollY")).toBe(0);
    for (const part of ["#results", "#course", "#campus"])
      expect(await page.locator(part).isVisible()).toBe(true);
  });

  it("draws the week by the clock of the campus, wherever the reader is", async () => {
    await using opened = await open({
      path: "/?course=CS/225",
      screen: { ...screens.desktop, timezoneId: "Asia/Tokyo" },
    });
    const { page } = opened;
    const tuesday = page.locator(".day", { hasText: "Tue" }).locator(".block");
    await tuesday.first().waitFor();
    expect((await tuesday.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      "1 TUR 395 8:30–9:50",
      "3 ROS 149 8:30–9:50",
      "2 LIB 173 10:00–11:20",
    ]);
    // Two at the same time stand side by side, the third below.
    const boxes = await Promise.all([0, 1, 2].map((index) => tuesday.nth(index).boundingBox()));
    const [first, second, third] = boxes.map((box) => box!);
    expect(second!.y).toBe(first!.y);
    expect(second!.x).toBeGreaterThanOrEqual(first!.x + first!.width);
    expect(third!.y).toBeGreaterThanOrEqual(first!.y + first!.height);
  });
});
