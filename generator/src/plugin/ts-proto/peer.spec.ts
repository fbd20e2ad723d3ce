import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPeer, runPeer } from "./peer.js";
import { codedError } from "../../../../test/coded-error.js";

describe("ts-proto", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-peer-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("is found by its manifest, which says how it is run and what its code stands on", () => {
    const peer = findPeer();
    expect(peer.plugin).toMatch(/node_modules.ts-proto.protoc-gen-ts_proto$/);
    expect(peer.wireRuntime).toMatch(/^\^2\.\d+\.\d+$/);
  });

  it("is asked for in one line, with the way out, where it is not installed", () => {
    expect(() => findPeer(join(folder, "plugin.js"))).toThrow(
      codedError("PACKAGE_MISSING", /^option codec: .*npm install --save-dev ts-proto@2\.18\.0`/),
    );
  });

  it.each([
    [
      "ends in an error",
      'console.error("no such type\\n  at x"); process.exit(1)',
      "ts-proto failed: no such type.",
    ],
    ["ends without a word", "process.exit(3)", "ts-proto failed: it ended with 3."],
  ])("that %s is told of in one line", async (_, program, want) => {
    const plugin = join(folder, "failing.mjs");
    await writeFile(plugin, program);
    // More than a pipe holds: it is never read.
    const running = runPeer({ plugin, wireRuntime: "" }, new Uint8Array(1 << 20));
    await expect(running).rejects.toThrow(codedError("CODEC_FAILED", want));
    await expect(running).rejects.toThrow(codedError("CODEC_FAILED", /^[^\n]+$/));
  });
});
