import { describe, expect, it } from "vitest";
import { readHeading, readHeadings, parseKey } from "./heading.js";

describe("the heading of a course", () => {
  it.each([
    [
      { title: "CS 225 - Data Structures", subjectCode: "CS", courseNumber: 225 },
      { code: "CS 225", name: "Data Structures", subject: "CS", key: "CS/225" },
    ],
    [
      { title: "CS 225: Data – and – Structures", subjectCode: "CS", courseNumber: "225" },
      { code: "CS 225", name: "Data – and – Structures", subject: "CS", key: "CS/225" },
    ],
    [
      { title: "Data - Structures", subjectCode: "CS", courseNumber: 225 },
      { code: "CS 225", name: "Data - Structures", subject: "CS", key: "CS/225" },
    ],
    [
      { title: null, subjectCode: "CS", courseNumber: 225 },
      { code: "CS 225", name: "CS 225", subject: "CS", key: "CS/225" },
    ],
    [
      { title: "CS 225", subjectCode: "CS", courseNumber: 225 },
      { code: "CS 225", name: "CS 225", subject: "CS", key: "CS/225" },
    ],
    [
      { title: "Choir", subjectCode: "MUS", courseNumber: null },
      { code: "MUS", name: "Choir", subject: "MUS" },
    ],
    [
      { title: "Choir", subjectCode: null, courseNumber: 7 },
      { code: "7", name: "Choir" },
    ],
    [
      { title: "Choir", subjectCode: "MUS", courseNumber: 1.5 },
      { code: "MUS 1.5", name: "Choir", subject: "MUS" },
    ],
    ["Choir", { name: "Choir" }],
    [{}, { name: "Course without a name" }],
  ])("of %j has code, name and key", (record, want) => {
    expect(readHeading(record)).toEqual({ code: undefined, key: undefined, subject: undefined, ...want });
  });

  it("is there for each of a list, where anything may stand", () => {
    expect(readHeadings([null, { title: "A" }, "B"]).map(({ name }) => name)).toEqual(["A", "B"]);
    expect(readHeadings(null)).toEqual([]);
  });

  it.each([
    ["CS/225", ["CS", 225]],
    ["A/B/7", ["A/B", 7]],
    ["CS/", undefined],
    ["/225", undefined],
    [" /225", undefined],
    ["CS/-1", undefined],
    ["CS/99999999999999999999", undefined],
    ["CS", undefined],
  ])("can be asked for by its key: %j", (key, parts) => {
    expect(parseKey(key)).toEqual(parts);
  });
});
