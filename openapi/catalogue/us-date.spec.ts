import { describe, expect, it } from "vitest";
import { parseUsDate } from "./us-date.js";

describe("parseUsDate", () => {
  it.each([
    ["01/12/26", "2026-01-12"],
    ["02/29/24", "2024-02-29"],
    ["12/31/99", "2099-12-31"],
    ["01/01/00", "2000-01-01"],
  ])("reads %s as %s", (text, iso) => expect(parseUsDate(text)?.iso).toBe(iso));

  it.each([
    "",
    "1/12/26",
    "01/12/2026",
    "13/01/26",
    "00/01/26",
    "02/29/26",
    "02/30/24",
    "01-12-26",
    "01/12/26 ",
  ])("gives undefined for %j", (text) => expect(parseUsDate(text)).toBeUndefined());

  it("puts the year into the hundred years that it is told", () => {
    expect(parseUsDate("06/01/69", { firstYear: 1970 })?.year).toBe(2069);
    expect(parseUsDate("06/01/70", { firstYear: 1970 })?.year).toBe(1970);
  });
});
