import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPage } from "../../examples/catalogue-web/serve.js";

const places = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executablePath = places.find((place) => place !== undefined && existsSync(place));
const artefacts = fileURLToPath(new URL("../../test-results/", import.meta.url));
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

if (executablePath === undefined) {
  const what =
    "No Chromium was found, so the page is not tested. Install it (apt-get install chromium) or set CHROMIUM.";
  // A machine that is there to test must not pass for having tested nothing.
  if (process.env["CI"]) throw new Error(what);
  console.warn(what);
}

describe.skipIf(executablePath === undefined)("the catalogue's page in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? "", headless: true, args });
    mkdirSync(artefacts, { recursive: true });
  }, 60_000);
  afterAll(() => browser?.close());

  const openAt = async (url: string, height = 1000): Promise<{ page: Page; faults: string[] }> => {
    const page = await browser.newPage({ viewport: { width: 1440, height } });
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) faults.push(message.text());
    });
    await page.goto(url);
    return { page, faults };
  };

  it("shows a course with its sections, its week and its buildings", async () => {
    await using served = await startPage();
    const { page, faults } = await openAt(`${served.url}/#CS/225`);
    await page.locator(".course .title", { hasText: "Data Structures" }).waitFor();
    const course = served.data.courses.find(
      ({ title }) => title === "CS 225 - Data Structures",
    ) as unknown as {
      sections: {
        instructor: string;
        meetingTimes: { days: string; buildingCode: string; startTime: string }[];
      }[];
    };
    expect(await page.locator(".section").count()).toBe(course.sections.length);
    const times = course.sections.flatMap(({ meetingTimes }) => meetingTimes);
    expect(await page.locator(".timetable .block").count()).toBe(
      times.map(({ days }) => days).join("").length,
    );
    // The wall clock of the campus, wherever the reader is.
    const [first] = times;
    const wall = first?.startTime.slice(11, 16).replace(/^0/, "") ?? "";
    expect(await page.locator(".timetable").innerText()).toContain(wall);
    const marks = await page.locator(".building.is-used text").allTextContents();
    expect(new Set(marks)).toEqual(new Set(times.map(({ buildingCode }) => buildingCode)));
    await page.screenshot({ path: `${artefacts}catalogue-course.png` });
    expect(faults).toEqual([]);
    await page.close();
  });

  it("searches as one types, gives up the older request, and shows the answer to the newer", async () => {
    let held = 0;
    let dropped = 0;
    await using served = await startPage({
      intercept: (request, response) => {
        if (request.url !== "/search/courses/calc") return false;
        held++;
        response.on("close", () => dropped++);
        return true;
      },
    });
    const { page, faults } = await openAt(served.url);
    await page.locator(".result").first().waitFor();
    await page.fill("#keyword", "calc");
    await expect.poll(() => held).toBe(1);
    await page.fill("#keyword", "algebra");
    await page.locator("#status", { hasText: "for “algebra”" }).waitFor();
    await expect.poll(() => dropped).toBe(1);
    expect(await page.locator(".result .name").allTextContents()).toEqual([
      "College Algebra",
      "Linear Algebra",
    ]);
    await page.screenshot({ path: `${artefacts}catalogue-search.png` });
    await page.locator(".result").first().click();
    await page.locator(".course .title", { hasText: "College Algebra" }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it("says what is wrong when the catalogue fails, and takes hostile data for text", async () => {
    let isDown = false;
    const hostile = [{ title: "<img src=x onerror=alert(1)>", subjectCode: "<b>", courseNumber: 1 }];
    await using served = await startPage({
      intercept: (request, response) => {
        if (request.url === "/courses")
          response.setHeader("content-type", "application/json").end(JSON.stringify(hostile));
        else if (isDown && request.url?.startsWith("/search/")) response.writeHead(400).end();
        else return false;
        return true;
      },
    });
    const { page } = await openAt(`${served.url}/#XX/1`);
    await page.locator(".empty", { hasText: "There is no such course." }).waitFor();
    expect(await page.locator(".result .name").allTextContents()).toEqual(["<img src=x onerror=alert(1)>"]);
    expect(await page.locator(".results img").count()).toBe(0);
    isDown = true;
    await page.fill("#keyword", "x");
    await page.locator("#status.is-error", { hasText: "HTTP 400" }).waitFor();
    await page.close();
  });

  it("fits a telephone", async () => {
    await using served = await startPage();
    const { page } = await openAt(`${served.url}/#CS/225`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator(".timetable").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.close();
  });
});
