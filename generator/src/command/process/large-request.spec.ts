import { expect, it } from "vitest";
import { chooseHeapFlag } from "./large-request.js";

it.each([
  { request: "an empty one", bytes: 0, flag: undefined },
  { request: "one of 218 protos", bytes: 7_000_000, flag: undefined },
  { request: "one of 16 MiB", bytes: 16_777_216, flag: undefined },
  { request: "one of a byte more", bytes: 16_777_217, flag: "--heap-growing-percent=50" },
  { request: "one of a platform's 2,319 protos", bytes: 102_000_000, flag: "--heap-growing-percent=50" },
])("lets the heap grow slowly for a large request alone: $request", ({ bytes, flag }) => {
  expect(chooseHeapFlag(bytes)).toBe(flag);
});
