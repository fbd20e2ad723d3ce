import { link, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Changes } from "./changes.js";
import type { Entry } from "./entry.js";
import { journalPath, readJournal } from "./journal.js";
import { readSnapshot, type SnapshotItems } from "./snapshot-file.js";
import { StateWriter } from "./state-writer.js";

const grant = '{"subject":"s","expiresAtMs":1}';

/** Tokens that were issued, in a writer's files. */
class Tokens {
  readonly #unsaved: string[] = [];
  undone: string[] = [];
  path = "";

  /** As `Changes` has it. */
  readonly changes = {
    isEmpty: () => this.#unsaved.length === 0,
    take: () => {
      const keys = this.#unsaved.splice(0);
      this.onTake();
      const entries = keys.map((key): Entry => ({ kind: "token", key, json: grant }));
      const undo = () => this.undone.push(...keys, ...this.#unsaved.splice(0));
      return { entries, undo };
    },
  } as unknown as Changes;

  onTake: () => void = () => {};

  issue(...keys: readonly string[]): void {
    this.#unsaved.push(...keys);
  }

  async open(items: SnapshotItems): Promise<StateWriter> {
    this.path = join(await mkdtemp(join(tmpdir(), "writer-")), "state.json");
    const { path, changes } = this;
    return StateWriter.open({ path, changes, capture: () => items, generation: 1, snapshotBytes: 0 });
  }

  async journal(number: number): Promise<string[]> {
    const keys: string[] = [];
    await readJournal(journalPath(this.path, number), ({ key }) => keys.push(key));
    return keys;
  }
}

describe("a state that is being written", () => {
  it("takes changes meanwhile", async () => {
    const tokens = new Tokens();
    let isSaved = false;
    let changed: Promise<unknown> | undefined;
    const items: [string, number][] = [];
    const addItems = () => {
      for (let n = 0; n < 200; n += 1) items.push([`token-${items.length}`, items.length]);
    };
    const save = (item: unknown): string => {
      if (item === 0) {
        tokens.issue("meanwhile");
        changed = writer.save().then(() => (isSaved = true));
      }
      // It is not done before the change is.
      if (item === items.length - 1 && !isSaved) addItems();
      return grant;
    };
    addItems();
    const writer = await tokens.open([{ kind: "token", items, save }]);
    writer.compact();
    await expect.poll(() => isSaved).toBe(true);
    await changed;
    expect(await tokens.journal(2)).toEqual(["meanwhile"]);
    await expect.poll(() => readdir(dirname(tokens.path))).toEqual(["state.json", "state.json.2.journal"]);
    let count = 0;
    await readSnapshot(tokens.path, () => (count += 1));
    expect(count).toBe(items.length);
    await writer.close();
  });

  it("and cannot be, leaves all journals, and takes further changes", async () => {
    const tokens = new Tokens();
    const writer = await tokens.open([]);
    await mkdir(`${tokens.path}.new`);
    tokens.issue("before");
    await writer.save();
    writer.compact();
    tokens.issue("after");
    await writer.save();
    await writer.close();
    expect(await tokens.journal(1)).toEqual(["before"]);
    expect(await tokens.journal(2)).toEqual(["after"]);
  });
});

describe("a change that was made while another was being saved", () => {
  it("fails with it and is undone with it, since it may stand on it", async () => {
    const tokens = new Tokens();
    const writer = await tokens.open([]);
    const journal = journalPath(tokens.path, 1);
    await link(journal, `${journal}.aside`);
    await rm(journal);
    let second: Promise<unknown> | undefined;
    tokens.onTake = () => {
      tokens.onTake = () => {};
      tokens.issue("second");
      second = writer.save().catch((error: unknown) => error);
    };
    tokens.issue("first");
    const first = await writer.save().catch((error: unknown) => error);
    await link(`${journal}.aside`, journal);
    expect(first).toBeInstanceOf(Error);
    expect(await second).toBe(first);
    expect(tokens.undone).toEqual(["first", "second"]);
    tokens.issue("third");
    await writer.save();
    expect(await tokens.journal(1)).toEqual(["third"]);
    await writer.close();
  });
});
