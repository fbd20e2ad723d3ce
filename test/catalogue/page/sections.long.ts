import { expect, it } from "vitest";
import { describeInBrowser } from "./browser.fixture.js";
import { oddData } from "./university.fixture.js";

describeInBrowser("a course of 96 sections", (open) => {
  it("shows those of a term, of a status and with free seats, and the address says which", async () => {
    await using opened = await open({ path: "/?course=GEO/96", data: oddData });
    const { page } = opened;
    const sections = page.locator(".section");
    const filters = page.getByRole("navigation", { name: "Which sections" });
    const at = async (name: string): Promise<readonly [string, number]> => {
      await filters.getByRole("link", { name, exact: true }).click();
      await page.locator(`.filters a[aria-current]`, { hasText: name }).waitFor();
      return [new URL(page.url()).search, await sections.count()];
    };
    await page.getByText("96 sections").waitFor();
    expect(await sections.count()).toBe(96);
    expect(await filters.getByRole("link").allTextContents()).toEqual([
      "All terms",
      "202602",
      "202609",
      "202701",
      "Any status",
      "Closed",
      "Open",
      "Waitlist",
      "All sections",
      "With free seats",
    ]);
    expect(await at("202602")).toEqual(["?course=GEO/96&term=202602", 32]);
    expect(await at("Open")).toEqual(["?course=GEO/96&term=202602&status=Open", 16]);
    expect(await at("With free seats")).toEqual(["?course=GEO/96&term=202602&status=Open&seats=free", 3]);
    await page.reload();
    await page.getByText("3 of 96 are shown").waitFor();
    await page.goBack();
    await page.getByText("16 of 96 are shown").waitFor();
  });

  it("leads out of a choice that nothing is like", async () => {
    await using opened = await open({ path: "/?course=GEO/96&term=190001&status=Open", data: oddData });
    const { page } = opened;
    await page.getByRole("link", { name: "Show all sections" }).click();
    await expect.poll(() => page.locator(".section").count()).toBe(96);
    expect(new URL(page.url()).search).toBe("?course=GEO/96");
  });
});

describeInBrowser("eight buildings of one code", (open) => {
  it("are all named where a course meets, and told apart by what they have", async () => {
    await using opened = await open({ path: "/?course=GEO/96&building=ANX", data: oddData });
    const { page } = opened;
    const links = page.locator(".card a.result");
    await page.getByRole("heading", { name: "8 buildings with the code ANX" }).waitFor();
    const marks = ["1", "2", "3", "4", "(5)", "(6)", "6b", "(8)"];
    const hrefs = await links.evaluateAll((all) =>
      all.map((one) => (one as unknown as { search: string }).search),
    );
    expect(hrefs.map((search) => new URLSearchParams(search).get("building"))).toEqual(
      marks.map((mark) => `ANX/${mark}`),
    );
    expect(await page.locator(".dot.is-chosen").count()).toBe(8);
    await links.nth(6).click();
    await page.locator(".card", { hasText: "6 Far Lane" }).waitFor();
    expect(await page.locator(".dot.is-chosen").count()).toBe(1);
    expect(await page.locator("a.result[aria-current]").getByText("6 Far Lane").count()).toBeGreaterThan(0);
  });

  it("are found with those that have no code, in both lists and on the map", async () => {
    await using opened = await open({ path: "/?q=hall", data: oddData });
    const { page } = opened;
    await page.getByText("At least 100 buildings for “hall”").waitFor();
    await page
      .locator("#results a, #results .result", { hasText: "9 College Way · Building 9b" })
      .first()
      .waitFor();
    const found = page.locator("#campus h3", { hasText: "Found for" }).locator("+ ul");
    await found.getByText("Hall 9", { exact: true }).waitFor();
    expect(await page.locator(".dot.is-used", { hasText: /^Hall 9$/ }).count()).toBe(1);
  });

  it("stand in the order of people among all others: Hall 20 before Hall 100", async () => {
    await using opened = await open({ path: "/?view=campus", data: oddData });
    await opened.page.getByText("All 300 buildings").waitFor();
    const names = await opened.page.locator(".all .name").allTextContents();
    const halls = names.flatMap((name) => /^Hall (\d+)$/.exec(name)?.[1] ?? []).map(Number);
    expect(halls).toEqual(halls.toSorted((a, b) => a - b));
  });
});
