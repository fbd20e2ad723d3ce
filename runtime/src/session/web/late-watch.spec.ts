import { describe, expect, it } from "vitest";
import { unwatched, lateWatch } from "./late-watch.js";

describe("hooks of a page", () => {
  it("are loaded once, before the first work that they are told of", async () => {
    const steps: string[] = [];
    const watch = lateWatch("CloudError", () => {
      steps.push("load");
      return Promise.resolve({ ...unwatched, token: (name, work) => (steps.push(name), work()) });
    });
    const work = (): Promise<number> => Promise.resolve(steps.push("work"));
    await watch.token("first", work);
    await watch.token("second", work);
    expect(steps).toEqual(["load", "first", "work", "second", "work"]);
  });

  it("that cannot be loaded keep the work from being begun, and are loaded again by the next", async () => {
    let isOnline = false;
    const watch = lateWatch("CloudError", () =>
      isOnline ? Promise.resolve(unwatched) : Promise.reject(new TypeError("no network")),
    );
    let works = 0;
    const work = (): Promise<number> => Promise.resolve(++works);
    await expect(watch.token("login", work)).rejects.toMatchObject({
      name: "CloudError",
      code: "UNAVAILABLE",
      text: "the part of the program that tells hooks could not be loaded: no network",
    });
    expect(works).toBe(0);
    isOnline = true;
    expect(await watch.token("login", work)).toBe(1);
  });
});
