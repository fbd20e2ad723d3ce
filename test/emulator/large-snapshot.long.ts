import { createHash } from "node:crypto";
import { constants } from "node:buffer";
import { mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printEnd, printEntry } from "../../emulator/src/state/entry.js";
import { readSnapshot } from "../../emulator/src/state/snapshot-file.js";

describe("a state file", () => {
  it("may be longer than a string can be", async () => {
    const folder = await mkdtemp(join(tmpdir(), "large-snapshot-"));
    const path = join(folder, "state.json");
    const entry = { kind: "token", key: "a", json: JSON.stringify("x".repeat(4 * 1024 * 1024)) } as const;
    const line = Buffer.from(`${printEntry(entry)}\n`);
    const head = '{"formVersion":3,"generation":1}\n';
    const count = Math.ceil(constants.MAX_STRING_LENGTH / line.length) + 1;
    const hash = createHash("sha256").update(head);
    await writeFile(path, head);
    const file = await open(path, "a");
    for (let n = 0; n < count; n += 1) {
      hash.update(line);
      await file.write(line);
    }
    await file.write(`${printEnd(count, hash.digest("hex"))}\n`);
    await file.close();
    expect((await stat(path)).size).toBeGreaterThan(constants.MAX_STRING_LENGTH);
    let seen = 0;
    await readSnapshot(path, ({ json }) => (seen += json.length));
    expect(seen).toBe(count * entry.json.length);
    await rm(folder, { recursive: true });
  });
});
