import { describe, expect, it } from "vitest";
import { buildingsOfCourse, readCourse, readHits } from "./course.js";
import { creditsText } from "./credits.js";
import { dateText, datesText } from "./date.js";
import { readMeeting } from "./meeting.js";
import { readSection } from "./section.js";

describe("a section", () => {
  it.each([
    [11, 30, { text: "11 of 30 seats taken", isFree: true, share: 11 / 30 }],
    [44, 30, { text: "44 of 30 seats taken", isFree: false, share: 1 }],
    [0, 0, { text: "0 of 0 seats taken", isFree: false }],
    [11, null, { text: "11 enrolled" }],
    [null, 30, { text: "30 seats" }],
    ["many", 30, { text: "many of 30 seats taken" }],
    [null, undefined, undefined],
  ])("with %j of %j seats says how full it is", (enrollmentCurrent, enrollmentCapacity, seats) => {
    expect(readSection({ enrollmentCurrent, enrollmentCapacity }, undefined).seats).toEqual(seats);
  });

  it.each([
    [0, 0, undefined],
    [null, 0, undefined],
    [null, null, undefined],
    [1, 10, "Waiting list: 1 of 10"],
    [0, 10, "Waiting list: 0 of 10"],
    [3, null, "Waiting list: 3 waiting"],
    [null, 10, "Waiting list: 10 places"],
    ["closed", 0, "Waiting list: closed of 0"],
  ])("with %j of %j waiting says so where someone could wait", (waitlistCurrent, waitlistCapacity, text) => {
    expect(readSection({ waitlistCurrent, waitlistCapacity }, undefined).waitlist).toBe(text);
  });

  it.each([
    ["https://books.example.edu/cs", "https://books.example.edu/cs", []],
    ["javascript:alert(1)", undefined, [["Textbooks", "javascript:alert(1)"]]],
    ["https://a.test onclick", undefined, [["Textbooks", "https://a.test onclick"]]],
    ["", undefined, []],
    [null, undefined, []],
  ])("links its textbooks only where a browser opens a page: %j", (textbookUrl, textbooks, notes) => {
    const section = readSection({ textbookUrl }, undefined);
    expect([section.textbooks, section.notes]).toEqual([textbooks, notes]);
  });

  it("says its credits where they differ from those of the course", () => {
    expect(readSection({ credits: 4 }, "4 credits").facts).toEqual([]);
    expect(readSection({ credits: 1, campus: "Main", crn: 7 }, "4 credits").facts).toEqual([
      "Main campus",
      "1 credit",
      "CRN 7",
    ]);
  });
});

describe("a meeting", () => {
  const nine = "2026-01-12T09:00:00-08:00";
  it.each([
    [{ days: "MW", startTime: nine, endTime: "2026-01-12T09:50:00-08:00" }, "Mon, Wed 9:00–9:50", 540],
    [{ days: "WM", startTime: "2026-01-12T09:00:00" }, "Mon, Wed 9:00", 540],
    [{ days: "TuTh", startTime: "09:00", endTime: null }, "TuTh 9:00", 540],
    [{ days: null, startTime: "noon", endTime: "one" }, "noon–one", undefined],
    [{ days: "TBA" }, "TBA", undefined],
    [{ endTime: "9:50" }, "until 9:50", undefined],
    [{ startTime: "25:00" }, "25:00", undefined],
    [{}, undefined, undefined],
  ])("%j is %j", (record, when, startMinute) => {
    expect(readMeeting(record)).toMatchObject({ when, startMinute });
  });

  it.each([
    [{ buildingCode: "TUR", roomNumber: 12 }, "TUR 12"],
    [{ buildingCode: "TUR", roomNumber: null }, "TUR"],
    [{ buildingCode: "", roomNumber: 12 }, "Room 12"],
    [{ buildingCode: "TBA", roomNumber: "TBA" }, undefined],
    [{}, undefined],
  ])("%j is at %j", (record, place) => {
    expect(readMeeting(record).place).toBe(place);
  });
});

describe("dates and credits", () => {
  it.each([
    ["01/12/26", "12 Jan 2026"],
    ["2026-01-12", "12 Jan 2026"],
    ["2026-01-08T08:30:00.846Z", "8 Jan 2026"],
    ["13/40/26", "13/40/26"],
    ["soon", "soon"],
    [null, undefined],
  ])("%j is %j", (date, text) => {
    expect(dateText(date)).toBe(text);
  });

  it.each([
    ["01/12/26", "03/20/26", "12 Jan – 20 Mar 2026"],
    ["12/01/26", "02/20/27", "1 Dec 2026 – 20 Feb 2027"],
    ["01/12/26", null, "from 12 Jan 2026"],
    ["", "03/20/26", "until 20 Mar 2026"],
    ["soon", "late", "soon – late"],
    [null, null, undefined],
  ])("from %j to %j is %j", (start, end, text) => {
    expect(datesText(start, end)).toBe(text);
  });

  it.each([
    ["4", "4 credits"],
    [1, "1 credit"],
    ["1-16", "1 to 16 credits"],
    [[1, 16], "1 to 16 credits"],
    [{ min: 1 }, "Credits: min: 1"],
    ["see department", "Credits: see department"],
    [null, undefined],
    [[], undefined],
  ])("credits %j are %j", (credits, text) => {
    expect(creditsText(credits)).toBe(text);
  });
});

describe("a course", () => {
  it("knows its buildings, each once", () => {
    const at = (...codes: unknown[]) => ({ meetingTimes: codes.map((buildingCode) => ({ buildingCode })) });
    const course = readCourse({ sections: [at("TUR", "LIB"), null, at("TUR", null)] });
    expect(buildingsOfCourse(course)).toEqual(["TUR", "LIB"]);
  });

  it.each([
    [undefined, undefined],
    [[], undefined],
    [[{ status: null }], undefined],
    [[{ status: "Open" }], "open"],
    [[{ status: "Full" }], "full"],
    [[{ status: "OPEN" }, { status: "Closed" }], "1 of 2 sections open"],
    [[{ status: "Full" }, { status: "Closed" }], "no section open"],
    [[{ status: "Open" }, { status: "Open" }], "2 sections open"],
  ])("that was found with sections %j says what is open: %j", (sections, seats) => {
    expect(readHits([{ title: "A", sections }])[0]?.seats).toBe(seats);
  });
});
