import { expect, it } from "vitest";
import { ageText, clockText, durationText } from "./age.js";

const nowMs = Date.parse("2030-01-10T00:00:00Z");

it.each([
  ["2030-01-09T23:59:48Z", "12s"],
  ["2030-01-09T23:55:00Z", "5m"],
  ["2030-01-09T20:59:59Z", "3h"],
  ["2029-12-01T00:00:00Z", "40d"],
  ["2030-01-10T00:00:00.400Z", "0s"],
  ["2030-01-10T00:01:30Z", "-1m"],
  ["soon", ""],
  [undefined, ""],
])("the age of %j is %j", (time, age) => {
  expect(ageText(time, nowMs)).toBe(age);
});

it("durations have a unit, and times of day their milliseconds", () => {
  expect([0.42, 12.4, 3210].map(durationText)).toEqual(["0.4 ms", "12 ms", "3.2 s"]);
  expect(clockText("2030-01-10T12:30:05.120Z")).toBe("12:30:05.120");
});
