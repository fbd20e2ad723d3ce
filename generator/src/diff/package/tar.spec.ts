import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTar } from "./tar.js";

describe("an archive", () => {
  let folder: string;
  const long = `package/${"a-folder-with-a-long-name/".repeat(12)}file.ts`;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tar-"));
    for (const [path, text] of [
      ["package/package.json", "{}"],
      ["package/src/ä.ts", "ä"],
      [long, "x".repeat(1500)],
    ] as const) {
      await mkdir(join(folder, path, ".."), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const pack = (...flags: readonly string[]): Buffer =>
    execFileSync("tar", ["--format=pax", ...flags, "-cf", "-", "package"], { cwd: folder });

  it.each([
    ["plain", [] as string[]],
    ["compressed", ["-z"]],
  ])("that is %s gives its files with long names and all of their bytes", (_, flags) => {
    const files = readTar(pack(...flags), () => true);
    expect(new Map(files.map(({ path, text }) => [path.replace(/^\.\//, ""), text.length]))).toEqual(
      new Map([
        ["package/package.json", 2],
        ["package/src/ä.ts", 1],
        [long, 1500],
      ]),
    );
  });

  it("gives what is wanted alone", () => {
    expect(readTar(pack(), (path) => path.endsWith(".json")).map(({ path }) => path)).toEqual([
      "package/package.json",
    ]);
  });

  it("that is none is refused, or empty", () => {
    expect(readTar(new Uint8Array(1024), () => true)).toEqual([]);
    expect(() => readTar(Buffer.from("not a tar archive, but long enough ".repeat(40)), () => true)).toThrow(
      "this is no tar archive",
    );
  });
});
