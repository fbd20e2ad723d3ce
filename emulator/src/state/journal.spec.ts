import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { findJournals, Journal, type JournalFile, journalPath, readJournal } from "./journal.js";
import { type Entry, printEnd, printEntry } from "./entry.js";

function issued(...keys: readonly string[]): Entry[] {
  return keys.map((key) => ({ kind: "token", key, json: '{"subject":"s","expiresAtMs":1}' }));
}

async function readAll(path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  await readJournal(path, (entry) => entries.push(entry));
  return entries;
}

async function newPath(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "journal-")), "state.json");
}

describe("a journal", () => {
  it("is beside its state, for the owner alone, and told from others", async () => {
    const path = await newPath();
    for (const number of [10, 9]) await (await Journal.create(journalPath(path, number))).close();
    for (const other of ["state.json.x.journal", "state.json.journal", "other.json.1.journal"]) {
      await writeFile(join(path, "..", other), "");
    }
    expect(await findJournals(path)).toEqual([9, 10]);
    expect((await stat(journalPath(path, 9))).mode & 0o777).toBe(0o600);
    await expect(Journal.create(journalPath(path, 9))).rejects.toThrow(/EEXIST/);
  });

  it("has of a crash in the middle of a group everything before that group, wherever it is cut", async () => {
    const path = await newPath();
    const journal = await Journal.create(path);
    const groups = [issued("é"), issued("b", "\\"), issued("c", 'd"', "e")];
    for (const group of groups) await journal.append(group);
    await journal.close();
    const whole = await readFile(path);
    expect(whole.length).toBe(journal.bytes);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const part = whole.subarray(0, cut);
      await writeFile(path, part);
      const ends = part.toString("latin1").split(/\n\["end",\d,""\]\n/).length - 1;
      expect(await readAll(path)).toEqual(groups.slice(0, ends).flat());
    }
  });

  it("says that a group is safe when the disk has it, and not before", async () => {
    const path = await newPath();
    const steps: string[] = [];
    let reachDisk = () => {};
    const file = {
      write: async (_bytes: Buffer, _from: number, length: number) => {
        steps.push("written");
        return { bytesWritten: length };
      },
      datasync: () => new Promise<void>((done) => (reachDisk = done)),
      truncate: async () => {},
      stat: () => stat(path),
    };
    await writeFile(path, "");
    const safe = new Journal(path, file as unknown as JournalFile)
      .append(issued("a"))
      .then(() => steps.push("safe"));
    await setTimeout(50);
    expect(steps).toEqual(["written"]);
    reachDisk();
    await safe;
    expect(steps).toEqual(["written", "safe"]);
  });

  it("takes a group that is longer than a string can be", async () => {
    const path = await newPath();
    await writeFile(path, "");
    const longestString = 0x1fff_ffe8;
    let bytes = 0;
    const file = {
      write: async (_bytes: Buffer, _from: number, length: number) => {
        bytes += length;
        return { bytesWritten: length };
      },
      truncate: async () => {},
      datasync: async () => {},
      stat: () => stat(path),
    };
    const entry: Entry = { kind: "token", key: "a", json: JSON.stringify("x".repeat(4 * 1024 * 1024)) };
    await new Journal(path, file as unknown as JournalFile).append(Array.from({ length: 130 }, () => entry));
    expect(bytes).toBeGreaterThan(longestString);
  });

  it.each([
    { name: "no JSON", lines: ["{"], want: "line 2: it is not an entry of a state" },
    { name: "of no kind", lines: ['["disk","a",{}]'], want: "line 2: it is not an entry of a state" },
    { name: "without a key", lines: ['["token",{},{}]'], want: "line 2: it is not an entry of a state" },
    {
      name: "with a key that is no JSON",
      lines: ['["token","\\x",{}]'],
      want: "line 2: its key is not JSON",
    },
    { name: "empty", lines: [""], want: "line 2: it is not an entry of a state" },
    { name: "missing", lines: [], want: "line 2: it closes a group of 2 entries, but the group has 1" },
    { name: "refused", lines: ['["token","no",{}]'], want: "line 2: it is refused" },
  ])("is refused, and its line named, when a line is $name", async ({ lines, want }) => {
    const path = await newPath();
    const [first] = issued("a");
    // One that stands before it is in order.
    await writeFile(path, [printEntry(first!), ...lines, printEnd(2), ""].join("\n"));
    const take = ({ key }: Entry) => {
      if (key === "no") throw new Error("it is refused");
    };
    await expect(readJournal(path, take)).rejects.toThrow(
      `the journal ${path} is damaged in ${want}; move it away`,
    );
  });

  it("is as before when a line cannot be written whole", async () => {
    const path = await newPath();
    const full = await Journal.create(path);
    await full.close();
    let content = Buffer.alloc(0);
    let room = 100;
    const file = {
      write: async (bytes: Buffer, from: number, length: number, at: number) => {
        const bytesWritten = Math.min(length, room, 50);
        if (bytesWritten === 0) throw new Error("ENOSPC: no space left on device");
        room -= bytesWritten;
        content = Buffer.concat([content.subarray(0, at), bytes.subarray(from, from + bytesWritten)]);
        return { bytesWritten, buffer: bytes };
      },
      truncate: async (length: number) => {
        content = content.subarray(0, length);
      },
      datasync: async () => {},
      close: async () => {},
      stat: () => stat(path),
    };
    const journal = new Journal(path, file as unknown as JournalFile);
    await journal.append(issued("a"));
    const before = content.toString();
    await expect(journal.append(issued("b"))).rejects.toThrow(/no space left/);
    expect(content.toString()).toBe(before);
    room = 1000;
    await journal.append(issued("c"));
    expect(content.toString().split("\n")).toHaveLength(5);
    expect(content.toString()).toContain('"c"');
  });
});
