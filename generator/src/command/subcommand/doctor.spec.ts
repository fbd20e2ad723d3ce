import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { doctorCommand } from "./doctor.js";
import { runCommand } from "./run-command.js";

const bin = fileURLToPath(new URL("../../../../node_modules/.bin", import.meta.url));

const proto = `syntax = "proto3";
package acme.v1;
import "google/protobuf/empty.proto";
service Clock { rpc Wind(google.protobuf.Empty) returns (google.protobuf.Empty); }
`;

describe("stratus doctor", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "doctor-"));
    await writeFile(join(folder, "clock.proto"), proto);
    // As npx and the scripts of package managers do.
    vi.stubEnv("PATH", `${bin}${delimiter}${process.env["PATH"] ?? ""}`);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  async function run(...args: readonly string[]) {
    const said = { out: "", error: "" };
    const code = await runCommand([doctorCommand()], ["doctor", ...args], () => "1.0.0", {
      out: (text) => void (said.out += text),
      error: (text) => void (said.error += text),
    });
    return { code, ...said };
  }

  it("examines what buf builds, and fails on what would stop the generator", async () => {
    const { code, out, error } = await run(folder, "--opt=kind=cloud", "--fail-on", "note");
    expect([code, error]).toEqual([3, ""]);
    expect(out).toContain("clock.proto:4: acme.v1.Clock");
    // Imports are not the API's: Empty belongs to nobody's findings.
    expect(out).not.toContain("google.protobuf");
  });

  it("uses the buf.gen.yaml of a folder outside this one, and not the one here, which belongs to other protos", async () => {
    const other = await mkdtemp(join(tmpdir(), "doctor-other-"));
    await writeFile(join(other, "clock.proto"), proto);
    expect(await run(other)).toMatchObject({ code: 0, out: expect.stringContaining("kind=grpc") });
    const template = "version: v2\nplugins: [{ local: protoc-gen-stratus, out: sdk, opt: [kind=cloud] }]\n";
    await writeFile(join(other, "buf.gen.yaml"), template);
    expect(await run(other)).toMatchObject({ out: expect.stringContaining("kind=cloud") });
    await rm(other, { recursive: true });
  });

  it("takes an image, and options of the plugin", async () => {
    const image = join(folder, "image.binpb");
    execFileSync("buf", ["build", folder, "-o", image]);
    expect(await run(image, "--opt", "kind=cloud")).toMatchObject({ code: 0, error: "" });
    const { code, out } = await run(image, "--opt", "kind=cloud", "--json", "--fail-on", "note");
    expect(code).toBe(3);
    expect(
      (JSON.parse(out) as { findings: readonly { code: string }[] }).findings.map(({ code }) => code),
    ).toEqual(["IDEMPOTENCY_KEY_MISSING"]);
    expect(await run(image, "--fail-on", "never")).toMatchObject({ code: 0 });
  });

  it("says what buf says of protos that do not compile, and what it does not know", async () => {
    await writeFile(join(folder, "broken.proto"), "syntax = 3;");
    const { code, error } = await run(folder, "--opt=");
    expect(code).toBe(1);
    expect(error).toContain("broken.proto:1:10");
    await rm(join(folder, "broken.proto"));
    await expect(run(folder, "--fail-on", "anything")).resolves.toMatchObject({ code: 2 });
    expect(await run(folder, "other")).toMatchObject({ code: 2 });
  });
});
