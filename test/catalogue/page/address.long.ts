import { expect, it } from "vitest";
import { describeInBrowser, screens } from "./browser.fixture.js";

describeInBrowser("the address of the page", (open) => {
  it("says what is seen, so that whoever opens it sees the same", async () => {
    await using first = await open();
    await first.page.getByText("24 courses").waitFor();
    await first.page.fill("#keyword", "data");
    await first.page.locator("#count", { hasText: "for “data”" }).waitFor();
    await first.page.getByRole("link", { name: "Data Structures" }).click();
    await first.page.getByRole("link", { name: "TUR 395" }).first().click();
    await first.page.locator(".card", { hasText: "12 College Way" }).waitFor();
    const { search } = new URL(first.page.url());
    expect(search).toBe("?q=data&course=CS/225&building=TUR");
    await using second = await open({ path: `/${search}` });
    await second.page.locator(".card", { hasText: "12 College Way" }).waitFor();
    const seen = ["#results", "#course", "#campus"];
    for (const part of seen)
      expect(await second.page.locator(part).innerText()).toBe(await first.page.locator(part).innerText());
    await second.page.reload();
    await second.page.locator(".card", { hasText: "12 College Way" }).waitFor();
    expect(await second.page.inputValue("#keyword")).toBe("data");
  });

  it("leads back and forth, one step for each thing that was opened and one for each word", async () => {
    await using opened = await open();
    const { page } = opened;
    await page.getByText("24 courses").waitFor();
    // Opening the page is no step.
    expect(await page.evaluate("history.length")).toBe(2);
    await page.locator("#keyword").pressSequentially("algebra", { delay: 200 });
    await page.getByText("2 courses for “algebra”").waitFor();
    await page.getByRole("link", { name: "Linear Algebra" }).click();
    await page.locator("#course h2", { hasText: "Linear Algebra" }).waitFor();
    expect(await page.evaluate("history.length")).toBe(4);
    await page.goBack();
    await page.locator("#course h2", { hasText: "What would you like" }).waitFor();
    expect(await page.inputValue("#keyword")).toBe("algebra");
    await page.goBack();
    await page.getByText("24 courses").waitFor();
    expect(await page.inputValue("#keyword")).toBe("");
    await page.goForward();
    await page.goForward();
    await page.locator("#course h2", { hasText: "Linear Algebra" }).waitFor();
  });

  it("is told by the title", async () => {
    await using opened = await open();
    const { page, url } = opened;
    for (const [path, title] of [
      ["/", "Course catalogue"],
      ["/?course=CS/225", "Data Structures · Course catalogue"],
      ["/?q=algebra", "“algebra” · Course catalogue"],
      ["/?course=CS/225&building=TUR", "Turing Hall · Course catalogue"],
      ["/?subject=MATH", "MATH · Course catalogue"],
    ] as const) {
      await page.goto(url + path);
      await expect.poll(() => page.title(), { message: path }).toBe(title);
    }
  });

  it("may be anything", async () => {
    await using opened = await open();
    const { page, url, faults } = opened;
    for (const search of ["?course=%", "?course=CS/225/1", "?course=%ff/1", "?building=%"]) {
      await page.goto(`${url}/${search}`);
      await page
        .getByText(/There is no such course|There is no building/)
        .first()
        .waitFor();
      await page.getByText("24 courses").waitFor();
      expect(
        faults.filter((fault) => !/404/.test(fault)),
        search,
      ).toEqual([]);
    }
  });

  it("can be opened in a window of its own", async () => {
    await using opened = await open();
    const { page } = opened;
    const popup = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Databases" }).click({ modifiers: ["Control"] });
    await (await popup).locator("#course h2", { hasText: "Databases" }).waitFor();
    expect(await page.locator("#course h2").innerText()).toBe("What would you like to learn?");
  });

  it("takes one to where the page was left, also after a reload", async () => {
    await using opened = await open({ screen: screens.phone });
    const { page } = opened;
    await page.getByRole("link", { name: "Drawing" }).scrollIntoViewIfNeeded();
    const down = await page.evaluate<number>("scrollY");
    expect(down).toBeGreaterThan(200);
    await page.getByRole("link", { name: "Technical Writing" }).click();
    await page.locator("#course h2", { hasText: "Technical Writing" }).waitFor();
    expect(await page.evaluate("scrollY")).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate("scrollY")).toBe(down);
    await page.reload();
    await expect.poll(() => page.evaluate("scrollY")).toBe(down);
  });
});
