import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "./retry.js";
import { settingsOf } from "./settings.js";

describe("the wait between attempts", () => {
  it("is anything up to a bound that doubles and then stays", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (attempt, random) => {
          const waitMs = backoffMs(settingsOf({ baseUrl: "http://a.test", random: () => random }), attempt);
          expect(waitMs).toBe(random * Math.min(5000, 100 * 2 ** (attempt - 1)));
        },
      ),
    );
  });
});
