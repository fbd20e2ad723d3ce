import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findJournals, Journal, type JournalFile, journalPath, readJournal } from "./journal.js";
import type { SavedChange } from "./saved-state.js";

const nothing = { resources: [], operations: [], tokens: [], calls: [] };

function issued(digest: string): SavedChange {
  return { ...nothing, tokens: [[digest, { subject: "s", expiresAtMs: 1 }]], gone: nothing };
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

  it("has of a crash in the middle of a line everything before that line, wherever it is cut", async () => {
    const path = await newPath();
    const journal = await Journal.create(path);
    const changes = ["é", "b", "c"].map(issued);
    for (const change of changes) await journal.append(change);
    await journal.close();
    const whole = await readFile(path);
    expect(whole.length).toBe(journal.bytes);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      await writeFile(path, whole.subarray(0, cut));
      const lines = whole.subarray(0, cut).toString("latin1").split("\n").length - 1;
      expect(await readJournal(path)).toEqual(changes.slice(0, lines));
    }
  });

  it.each([
    { name: "no JSON", line: "{" },
    { name: "of another form", line: '{"tokens":[]}' },
    { name: "without what is gone", line: '{"resources":[],"operations":[],"tokens":[],"calls":[]}' },
    { name: "empty", line: "" },
  ])("is refused when a whole line is $name", async ({ line }) => {
    const path = await newPath();
    await writeFile(path, `${line}\n`);
    await expect(readJournal(path)).rejects.toThrow(/is damaged in line 1; move it away/);
  });

  it("is as before when a line cannot be written whole", async () => {
    const path = await newPath();
    const full = await Journal.create(path);
    await full.close();
    let content = Buffer.alloc(0);
    let room = 200;
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
    expect(content.toString().split("\n")).toHaveLength(3);
    expect(content.toString()).toContain('"c"');
  });
});
