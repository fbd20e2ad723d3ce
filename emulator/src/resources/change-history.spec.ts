import { describe, expect, it } from "vitest";
import { ChangeHistory, type ResourceChange } from "./change-history.js";

function changeTo(id: string, atMs: number, text = ""): ResourceChange {
  const message = { $typeName: "a.B", text } as const;
  const after = { typeName: "a.B", id, parentId: "", name: "", sequence: 1, message };
  return { typeName: "a.B", id, method: "a.S/Create", account: "me", atMs, before: undefined, after };
}

describe("the history of changes", () => {
  const limits = { minChanges: 3, maxChanges: 10, maxBytes: 100_000 };

  it("keeps a number of changes whatever their age, and all of the last two seconds", () => {
    const history = new ChangeHistory(limits);
    for (let n = 0; n < 8; n += 1) history.add(changeTo("one", n * 10));
    expect(history.changesOf("a.B", "one")).toHaveLength(8);
    history.add(changeTo("one", 60_000));
    expect(history.changesOf("a.B", "one").map(({ atMs }) => atMs)).toEqual([60, 70, 60_000]);
  });

  it("is bounded in number, also while the clock is frozen", () => {
    const history = new ChangeHistory(limits);
    for (let n = 0; n < 1000; n += 1) history.add(changeTo(`r${n}`, 0));
    expect(history.before("a.B", -1).size).toBe(10);
    expect(history.changesOf("a.B", "r999")).toHaveLength(1);
  });

  it("is bounded in bytes, and keeps the last change even if that is larger", () => {
    const history = new ChangeHistory(limits);
    for (let n = 0; n < 6; n += 1) history.add(changeTo(`r${n}`, n, "n".repeat(40_000)));
    expect([...history.before("a.B", -1).keys()]).toEqual(["r4", "r5"]);
    history.add(changeTo("large", 6, "n".repeat(500_000)));
    expect([...history.before("a.B", -1).keys()]).toEqual(["large"]);
  });

  it("forgets everything when the state is replaced", () => {
    const history = new ChangeHistory(limits);
    history.add(changeTo("one", 0));
    history.clear();
    expect(history.changesOf("a.B", "one")).toEqual([]);
  });
});
