import { describe, expect, it } from "vitest";
import {
  NamesFileError,
  noNames,
  parseNamesFile,
  printNamesFile,
  updateNamesFile,
  type CurrentNames,
} from "./names-file.js";

const names = (all: Readonly<Record<string, Readonly<Record<string, string>>>>): CurrentNames =>
  new Map(Object.entries(all).map(([key, roles]) => [key, new Map(Object.entries(roles))]));

const disk = { "a.v1.Disk": { type: "Disk", json: "DiskJson" } };
const last = '  "~": "names of the API; written by stratus release and stratus names"\n}\n';

describe("the names file", () => {
  it("has one sorted line for each element, and always the same last line", () => {
    expect(printNamesFile(names({ "a.v1.Disk.size": { name: "size" }, ...disk }))).toBe(
      `{\n  "a.v1.Disk": "json=DiskJson type=Disk",\n  "a.v1.Disk.size": "name=size",\n${last}`,
    );
    expect(JSON.parse(printNamesFile(names(disk)))).toMatchObject({ "a.v1.Disk": "json=DiskJson type=Disk" });
  });

  it("is read back as it was written", () => {
    const text = updateNamesFile(noNames, names(disk), {
      version: "1.1.0",
      news: { since: ["a.v1.Disk"], deprecated: ["a.v1.Disk.old"] },
      dropsRemoved: false,
    });
    expect(updateNamesFile(parseNamesFile(text), names(disk))).toBe(text);
    expect(parseNamesFile(text.replaceAll("\n", "\r\n"))).toEqual(parseNamesFile(text));
    expect(parseNamesFile(text).since.get("a.v1.Disk")).toBe("1.1.0");
    expect(parseNamesFile(text).deprecated.get("a.v1.Disk.old")).toBe("1.1.0");
  });

  it("is read in proportion to its size", () => {
    // In quadratic time, the test would not end.
    const blank = " ".repeat(1_000_000);
    for (const text of [`${blank}x`, `{${blank}x`, `{\n${blank}x`])
      expect(() => parseNamesFile(text)).toThrow(NamesFileError);
  });

  it.each(["", "\n", "{}", "{\n}\n", printNamesFile(new Map())])("has no elements if it is %j", (text) => {
    expect(parseNamesFile(text).elements.size).toBe(0);
  });

  it("keeps the line of a removed element until a major release", () => {
    const file = parseNamesFile(printNamesFile(names(disk)));
    const now = names({ "a.v1.Image": { type: "Image" } });
    const release = { version: "1.1.0", news: { since: [], deprecated: [] }, dropsRemoved: false };
    expect(updateNamesFile(file, now)).toContain('"a.v1.Disk": "json=DiskJson type=Disk"');
    expect(updateNamesFile(file, now, release)).toContain('"a.v1.Disk"');
    expect(updateNamesFile(file, now, { ...release, dropsRemoved: true })).not.toContain('"a.v1.Disk"');
  });

  it("has the version that is published at last of what was announced by another", () => {
    const release = (text: string, version: string): string =>
      updateNamesFile(parseNamesFile(text), names(disk), {
        version,
        news: { since: ["a.v1.Disk"], deprecated: [] },
        dropsRemoved: false,
      });
    expect(release(release("", "2.0.0-rc.1"), "2.0.0")).toContain("since=2.0.0");
  });

  it.each([
    ["[]", 1, "The first line is not `{`"],
    ['{\n  "a": "name=b"\n', 2, "The last line is not `}`"],
    ['{\n  "a": "name=b"\n  "c": "name=d"\n}', 2, "The line lacks the comma at its end"],
    ['{\n  "a": "name=b",\n}', 2, "The last element has a comma behind it"],
    ['{\n  "a": "name=b",\n  "a": "name=c"\n}', 3, '"a" has two lines'],
    ['{\n<<<<<<< ours\n  "a": "name=b"\n}', 2, 'The line "<<<<<<< ours" is not an element and its names'],
    ['{\n  "a": {"name": "b"}\n}', 2, "is not an element and its names"],
    ['{\n  "a": "b"\n}', 2, '"b" is not a role and its name, such as name=Disk'],
    ['{\n  "a": "name=b name=c"\n}', 2, '"a" has two names for "name"'],
    ['{\n  "a": "since=later"\n}', 2, '"later" is not a version'],
    [`{\n  "a": "name=${"b".repeat(6000)}"\n}`, 2, "The line has more than 5000 characters"],
  ])("is refused with its line if it is %j", (text, line, what) => {
    expect(() => parseNamesFile(text)).toThrow(
      expect.objectContaining({ line, message: expect.stringContaining(what) }),
    );
  });
});
