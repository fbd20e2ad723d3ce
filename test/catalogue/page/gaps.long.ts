import * as fc from "fast-check";
import { expect, it } from "vitest";
import { describeInBrowser } from "./browser.fixture.js";
import { roughData } from "./university.fixture.js";

const full = roughData.courses[3]!;
const sample = { ...full, sections: (full["sections"] as object[]).slice(0, 2) };

/** Something else in the place of a value: nothing, another type, or a word that must be shown. */
const other = (word: string): fc.Arbitrary<unknown> =>
  fc.constantFrom<unknown>(null, "", [], {}, 0, true, word, [word], { note: word }, [[null, word]]);

/** In the place of a value: it is left out. */
const leftOut = Symbol("left out");

const isRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value of which one place is another, and the word that stands there. */
function changed(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return to;
  if (Array.isArray(value))
    return value.map((one, index) => (index === first ? changed(one, rest, to) : one));
  // What stood there may have become something else before.
  if (!isRecord(value)) return value;
  const entries = Object.entries(value as object).map(
    ([name, one]) => [name, name === first ? changed(one, rest, to) : one] as const,
  );
  return Object.fromEntries(entries.filter(([, one]) => one !== leftOut));
}

/** All places of a value, the value itself aside. */
function places(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  const inner = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return inner.flatMap(([name, one]) => [[...path, name], ...places(one, [...path, name])]);
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((one, name) => (one as Record<string | number, unknown>)[name], value);
}

describeInBrowser("whatever the catalogue sends of a course", (open) => {
  it("is shown, and nothing is shown that it does not send", async () => {
    await using opened = await open();
    const { page } = opened;
    await page.getByText("24 courses").waitFor();
    const draw = (courses: unknown[]): Promise<string[]> =>
      page.evaluate(
        `(async (courses) => {
          const { readCourse } = await import("/app/facts/course.js");
          const { courseView } = await import("/app/course/course-view.js");
          return courses.map((course) => {
            const place = document.createElement("div");
            place.append(...courseView(readCourse(course), { keyword: "" }).filter(Boolean));
            return place.textContent;
          });
        })(${JSON.stringify(courses)})`,
      );
    const word = "Zaphod";
    const one = fc
      .tuple(
        fc.constantFrom(...places(sample)),
        fc.oneof(other(word), fc.constant<unknown>(leftOut)),
        fc.constantFrom(...places(sample)),
        fc.constantFrom<unknown>(null, "", leftOut),
      )
      .map(([path, to, second, gap]) => {
        // The word may be in what the gap takes away.
        const isGone = second.every((name, index) => path[index] === name);
        // A record in the place of records has names that nobody knows.
        const isForeign = isRecord(to) && typeof valueAt(sample, path) === "object";
        const isTold = JSON.stringify(to)?.includes(word) === true && !isGone && !isForeign;
        return { course: changed(changed(sample, path, to), second, gap), isTold, path };
      });
    const samples = fc.sample(one, { numRuns: 600, seed: 16 });
    const texts = await draw(samples.map(({ course }) => course));
    for (const [index, { course, isTold, path }] of samples.entries()) {
      const text = texts[index] ?? "";
      const what = `${path.join(".")} of ${JSON.stringify(course)}`;
      expect(text, what).not.toMatch(/\b(null|undefined|NaN|object Object)\b/);
      if (isTold) expect(text, what).toContain(word);
    }
    expect(samples.filter(({ isTold }) => isTold).length).toBeGreaterThan(100);
    expect(opened.faults).toEqual([]);
  });

  it("is shown in the lists too, where items are missing or of another kind", async () => {
    const courses = [null, "A course as text", { title: null, subjectCode: "GEO", courseNumber: 7 }, {}, 7];
    const buildings = [
      null,
      "A hut",
      { abbr: null, name: "Nameless" },
      { abbr: "X" },
      { latitude: 1, longitude: "2" },
    ];
    await using opened = await open({
      intercept: ({ url }, response) => {
        const body = { "/courses": courses, "/buildings": buildings }[url ?? ""];
        if (!body) return false;
        response.setHeader("content-type", "application/json").end(JSON.stringify(body));
        return true;
      },
    });
    const { page } = opened;
    await page.getByText("4 courses").waitFor();
    expect((await page.locator("#results .name").allTextContents()).toSorted()).toEqual([
      "7",
      "A course as text",
      "Course without a name",
      "GEO 7",
    ]);
    expect((await page.locator("#campus .name").allTextContents()).toSorted()).toEqual([
      "A hut",
      "Building without a name",
      "Nameless",
      "X",
    ]);
  });

  it("is text and never markup", async () => {
    const hostile = "<img src=x onerror=alert(1)>";
    await using opened = await open({
      path: "/?course=CS/225",
      intercept: ({ url }, response) => {
        if (url !== "/courses/CS/225") return false;
        const body = { ...sample, title: hostile, description: hostile };
        response.setHeader("content-type", "application/json").end(JSON.stringify(body));
        return true;
      },
    });
    await opened.page.locator("#course h2", { hasText: hostile }).waitFor();
    expect(await opened.page.locator("#course img").count()).toBe(0);
    expect(opened.faults).toEqual([]);
  });

  it("is known by a key that is not the one that was asked for", async () => {
    await using opened = await open({ path: "/?course=cs/225" });
    await opened.page.locator("#course h2", { hasText: "Data Structures" }).waitFor();
    const current = opened.page.locator('#results a[aria-current="true"]');
    await expect.poll(() => current.innerText()).toContain("Data Structures");
  });
});
