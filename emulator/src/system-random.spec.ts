import { describe, expect, it } from "vitest";
import { systemRandom } from "./system-random.js";

describe("random bytes of the system", () => {
  it.each([1, 3, 16, 4096, 5000])("%i at a time have that length, and never repeat", (size) => {
    const random = systemRandom();
    const taken = Array.from({ length: 300 }, () => random(size));
    expect(taken.every(({ length }) => length === size)).toBe(true);
    const sixteen = new Set(Array.from({ length: 300 }, () => Buffer.from(random(16)).toString("hex")));
    expect(sixteen.size).toBe(300);
  });

  it("remain what they were when more are taken", () => {
    const random = systemRandom();
    const first = random(16);
    const before = [...first];
    for (let count = 0; count < 1000; count++) random(16);
    expect([...first]).toEqual(before);
  });
});
