import { describe, expect, it } from "vitest";
import { silentReporter, lazyReporter } from "./lazy-reporter.js";

describe("hooks of a page", () => {
  it("are loaded once, before the first work that they report", async () => {
    const steps: string[] = [];
    const reporter = lazyReporter("CloudError", () => {
      steps.push("load");
      return Promise.resolve({ ...silentReporter, token: (name, work) => (steps.push(name), work()) });
    });
    const work = (): Promise<number> => Promise.resolve(steps.push("work"));
    await reporter.token("first", work);
    await reporter.token("second", work);
    expect(steps).toEqual(["load", "first", "work", "second", "work"]);
  });

  it("that cannot be loaded keep the work from being begun, and are loaded again by the next", async () => {
    let isOnline = false;
    const reporter = lazyReporter("CloudError", () =>
      isOnline ? Promise.resolve(silentReporter) : Promise.reject(new TypeError("no network")),
    );
    let works = 0;
    const work = (): Promise<number> => Promise.resolve(++works);
    await expect(reporter.token("login", work)).rejects.toMatchObject({
      name: "CloudError",
      code: "UNAVAILABLE",
      text: "the part of the program that calls hooks could not be loaded: no network",
    });
    expect(works).toBe(0);
    isOnline = true;
    expect(await reporter.token("login", work)).toBe(1);
  });
});
