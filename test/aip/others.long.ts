/**
 * APIs of others than Google that follow AIP, from checkouts of their repositories, generated, compiled strictly and
 * walked through at the emulator (`npm run aip-apis`).
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { googleProtos } from "../../bench/src/corpus.js";
import { openSdk } from "./sdk.fixture.js";
import { freight, memos, type Walk } from "./walk-programs.fixture.js";

const buf = fileURLToPath(new URL("../../node_modules/@bufbuild/buf/bin/buf", import.meta.url));

/** The folder of the checkouts. */
function checkouts(): string {
  const folder = env["STRATUS_AIP_APIS"];
  if (folder !== undefined) return folder;
  throw new Error(
    "STRATUS_AIP_APIS is not set: clone usememos/memos and einride/aip-go into a folder, and name it",
  );
}

/** The descriptors of a folder of protos in a checkout, beside Google's. */
function build(checkout: string, own: string): FileDescriptorProto[] {
  const folder = mkdtempSync(join(tmpdir(), "stratus-aip-"));
  try {
    cpSync(join(checkouts(), checkout, "proto", own), join(folder, own), { recursive: true });
    for (const part of ["api", "type"])
      cpSync(join(googleProtos, "google", part), join(folder, "google", part), { recursive: true });
    writeFileSync(join(folder, "buf.yaml"), "version: v2\n");
    const args = [buf, "build", ".", "--path", own, "--as-file-descriptor-set", "-o", "-"];
    const image = execFileSync(process.execPath, args, { cwd: folder, maxBuffer: 1 << 28 });
    return fromBinary(FileDescriptorSetSchema, image).file;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("an API of others that follows AIP", () => {
  it("Memos, which says no address, is walked through", async () => {
    await using sdk = await openSdk<Walk>({ files: build("memos", "api"), program: memos });
    expect(await sdk.program.walk(sdk.emulator.address, sdk.token)).toEqual({
      made: "memos/m",
      changed: ["# c", true, "here"],
      contents: ["# b", "# c"],
      shares: ["UNIMPLEMENTED", "m"],
      gone: "NOT_FOUND",
      password: "",
      custom: "UNIMPLEMENTED",
    });
    const routes = sdk.emulator
      .report()
      .filter(({ method }) => method.endsWith("/UpdateMemo"))
      .map(({ metadata }) => metadata["x-goog-request-params"]);
    expect(routes).toEqual(Array.from({ length: 3 }, () => ["memo.name=memos%2Fm"]));
  });

  it("einride's freight is walked through", async () => {
    await using sdk = await openSdk<Walk>({ files: build("aip-go", "einride"), program: freight });
    expect(await sdk.program.walk(sdk.emulator.address, sdk.token)).toEqual({
      isBelow: true,
      moved: { latitude: 1, longitude: 3 },
      annotations: { b: "2" },
      sites: 1,
      gone: "NOT_FOUND",
      custom: "UNIMPLEMENTED",
    });
  });
});
