import { expect, it } from "vitest";
import { estimateBytes } from "./estimate-bytes.js";

it.each<[what: string, message: object | undefined, min: number, max: number]>([
  ["nothing", undefined, 0, 0],
  ["a long text in a list in a message", { spec: { notes: ["n".repeat(10_000)] } }, 10_000, 10_500],
  ["bytes", { data: new Uint8Array(10_000) }, 10_000, 10_500],
  ["keys and values of a map", { labels: { a: "x".repeat(500), b: "y".repeat(500) } }, 1000, 1500],
  ["many small messages", { rows: Array.from({ length: 1000 }, () => ({ on: true })) }, 50_000, 200_000],
])("the size of %s is about the size of what it holds", (_, message, min, max) => {
  const bytes = estimateBytes(message, 1e6);
  expect(bytes).toBeGreaterThanOrEqual(min);
  expect(bytes).toBeLessThanOrEqual(max);
});

it("stops counting at the maximum", () => {
  const message = { rows: Array.from({ length: 1e5 }, () => ({ name: "n".repeat(100) })) };
  expect(estimateBytes(message, 10_000)).toBeLessThan(3e6);
});
