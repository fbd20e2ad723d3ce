import { expect, it } from "vitest";
import { filterCalls } from "./filter-calls.js";
import type { SeenCall } from "./live-calls.js";

const seen = (number: number, more: Partial<SeenCall>): SeenCall => ({
  number,
  time: "2030-01-01T00:00:00Z",
  method: "svc.compute.v1.DiskService/Get",
  authority: "",
  metadata: {},
  message: undefined,
  account: "ann",
  resource: "",
  mask: undefined,
  fault: undefined,
  isReplay: false,
  isDefault: false,
  code: "OK",
  reason: undefined,
  error: "",
  durationMs: 1,
  ...more,
});

const calls = [
  seen(1, { method: "svc.compute.v1.DiskService/Create", message: { name: "Boot" } }),
  seen(2, { resource: "disk-1" }),
  seen(3, { resource: "disk-2", code: "NOT_FOUND", error: "there is no disk-2" }),
];
const numbers = (text: string, show = "all"): number[] =>
  filterCalls(calls, { text, show }, (method) => method.endsWith("Get")).map(({ number }) => number);

it.each<[text: string, show: string, found: number[]]>([
  ["", "all", [3, 2, 1]],
  ["boot", "all", [1]],
  ["disk-2", "all", [3]],
  ["Get ANN", "all", [3, 2]],
  ["", "failed", [3]],
  ["", "changes", [1]],
  ["", "NOT_FOUND", [3]],
  ["nowhere", "all", []],
])("the filter %j with %j shows the calls %j, the newest first", (text, show, found) => {
  expect(numbers(text, show)).toEqual(found);
});
