import { describe, expect, it } from "vitest";
import { noInstrumentation, lazyInstrumentation } from "./late-watch.js";

describe("hooks of a page", () => {
  it("are loaded once, before the first work that they are told of", async () => {
    const steps: string[] = [];
    const instrumentation = lazyInstrumentation("CloudError", () => {
      steps.push("load");
      return Promise.resolve({ ...noInstrumentation, token: (name, work) => (steps.push(name), work()) });
    });
    const work = (): Promise<number> => Promise.resolve(steps.push("work"));
    await instrumentation.token("first", work);
    await instrumentation.token("second", work);
    expect(steps).toEqual(["load", "first", "work", "second", "work"]);
  });

  it("that cannot be loaded keep the work from being begun, and are loaded again by the next", async () => {
    let isOnline = false;
    const instrumentation = lazyInstrumentation("CloudError", () =>
      isOnline ? Promise.resolve(noInstrumentation) : Promise.reject(new TypeError("no network")),
    );
    let works = 0;
    const work = (): Promise<number> => Promise.resolve(++works);
    await expect(instrumentation.token("login", work)).rejects.toMatchObject({
      name: "CloudError",
      code: "UNAVAILABLE",
      text: "the part of the program that calls hooks could not be loaded: no network",
    });
    expect(works).toBe(0);
    isOnline = true;
    expect(await instrumentation.token("login", work)).toBe(1);
  });
});
