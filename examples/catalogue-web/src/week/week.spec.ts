import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSection } from "../facts/section.js";
import { layOutColumns } from "./columns.js";
import { leastMinutes, buildWeek } from "./week.js";

const stretches = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 1, max: 300 }))
    .map(([startMinute, long]) => ({ startMinute, endMinute: startMinute + long })),
  { maxLength: 30 },
);

describe("meetings of a day", () => {
  it("never lie over each other, and take no more columns than meet at one time", () => {
    fc.assert(
      fc.property(stretches, (given) => {
        const placed = layOutColumns(given);
        expect(placed.map(({ one }) => one)).toHaveLength(given.length);
        for (const [index, a] of placed.entries()) {
          expect(a.column).toBeLessThan(a.columns);
          const beside = placed.filter(
            ({ one }) => one.startMinute < a.one.endMinute && a.one.startMinute < one.endMinute,
          );
          for (const b of beside) if (b !== placed[index]) expect(b.column).not.toBe(a.column);
          for (const b of beside) expect(b.columns).toBe(a.columns);
        }
        const most = Math.max(
          0,
          ...given.map(
            ({ startMinute }) =>
              given.filter((one) => one.startMinute <= startMinute && startMinute < one.endMinute).length,
          ),
        );
        expect(Math.max(0, ...placed.map(({ columns }) => columns))).toBe(most);
      }),
    );
  });

  it("have the whole width where they meet no other", () => {
    const at = (start: number, end: number) => ({ startMinute: start, endMinute: end });
    const placed = layOutColumns([at(600, 700), at(500, 560), at(520, 580)]);
    expect(placed.map(({ column, columns }) => [column, columns])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
  });
});

describe("a week", () => {
  const week = (...meetingTimes: object[]) => buildWeek([readSection({ meetingTimes }, undefined)]);

  it.each([
    [
      "a meeting of ten minutes is as tall as its text",
      { startTime: "9:00", endTime: "9:10" },
      [540, 540 + leastMinutes],
    ],
    ["one without an end takes an hour", { startTime: "9:00" }, [540, 600]],
    ["one past midnight goes to the end of the day", { startTime: "22:00", endTime: "1:00" }, [1320, 1440]],
    ["one just before midnight stays within the day", { startTime: "23:50" }, [1440 - leastMinutes, 1440]],
  ])("draws what can be read: %s", (_, meeting, want) => {
    const [block] = week({ days: "M", ...meeting })?.days[0]?.blocks ?? [];
    expect([block?.startMinute, block?.endMinute]).toEqual(want);
  });

  it("is not drawn where no time can be read", () => {
    expect(week({ days: "TBA", startTime: "9:00" }, { days: "M", startTime: "noon" })).toBeUndefined();
    expect(buildWeek([])).toBeUndefined();
  });

  it("has Saturday and Sunday where they are used", () => {
    const names = (days: string) => week({ days, startTime: "9:00" })?.days.map(({ name }) => name);
    expect(names("M")).toHaveLength(5);
    expect(names("MS")).toHaveLength(6);
    expect(names("U")?.at(-1)).toBe("Sunday");
  });
});
