import { dehydrate, hydrate, QueryClient } from "@tanstack/query-core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { deserializeData, serializeData } from "./serialize.js";

const restored = (data: unknown): unknown => deserializeData(JSON.parse(JSON.stringify(serializeData(data))));

it.each([
  ["64-bit integers", { size: 2n ** 63n - 1n, count: -1n }],
  ["bytes", { data: Uint8Array.of(0, 255, 128) }],
  ["unknown fields", { _unknownFields: [{ number: 9, wireType: 2, value: Uint8Array.of(1) }] }],
  [
    "maps with keys that are not text",
    new Map<unknown, unknown>([
      [1n, { a: 2n }],
      [true, "x"],
    ]),
  ],
  ["dates", { at: new Date(0), never: new Date(Number.NaN) }],
  ["numbers that JSON does not have", [Number.NaN, Infinity, -Infinity, -0]],
  ["elements that are undefined", [undefined, 1]],
  [
    "objects that look like the serialized form",
    [{ $bigint: "1" }, { $object: { $map: 1 } }, { $bigint: 1, a: 2 }],
  ],
  ["a property that is called __proto__", JSON.parse('{"__proto__": {"a": 1}, "b": {"__proto__": 2}}')],
])("data comes back from JSON with %s", (_, data) => {
  expect(restored(data)).toStrictEqual(data);
});

it("all data that messages hold comes back from JSON as it was", () => {
  const values = fc.anything({
    withBigInt: true,
    withTypedArray: false,
    withDate: true,
    withObjectString: true,
  });
  const data = fc.oneof(values, fc.array(fc.uint8Array()), fc.dictionary(fc.string(), fc.bigInt()));
  fc.assert(
    fc.property(data, (value) => {
      expect(restored(value)).toEqual(value);
    }),
    { numRuns: 200 },
  );
});

it("a state that a cache gets twice leaves its data as it is", () => {
  const cache = new QueryClient();
  const data = { size: 2n ** 60n, unknown: [{ value: Uint8Array.of(1) }] };
  cache.setQueryData(["one"], data);
  const state: unknown = JSON.parse(JSON.stringify(dehydrate(cache, { serializeData })));
  const page = new QueryClient();
  for (let count = 0; count < 2; count++)
    hydrate(page, state as never, { defaultOptions: { deserializeData } });
  expect(page.getQueryData(["one"])).toEqual(data);
});

it("data that a framework has restored itself stays as it is", () => {
  const data = { a: [1n], at: new Date(5), map: new Map([[1n, 2n]]) };
  expect(deserializeData(data)).toEqual(data);
});
