import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { missingTools } from "./missing-tools.js";

const programs = ["go", "protoc", "nginx", "haproxy", "caddy", "python3"];
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A PATH with programs that succeed, whatever they are asked. */
function pathWith(names: readonly string[]): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), "tools-"));
  folders.push(folder);
  for (const name of names) {
    const file = join(folder, name);
    writeFileSync(file, "#!/bin/sh\necho 1.0\n");
    chmodSync(file, 0o755);
  }
  return { PATH: folder };
}

describe.skipIf(process.platform === "win32")("an interop run", () => {
  it("starts if all tools are there", () => {
    expect(missingTools(pathWith([...programs, "dpkg-query"]))).toBeUndefined();
  });

  it("names each missing tool, and one command that installs all of them", () => {
    const text = missingTools(pathWith([]));
    for (const name of [...programs, "golang-google-grpc-dev"]) expect(text).toContain(name);
    expect(text).toMatch(
      /\nTo install them: apt-get install golang-go golang-google-grpc-dev protobuf-compiler nginx-light haproxy caddy python3-grpcio python3-h2 python3-protobuf$/,
    );
  });

  it("names the one program that is not on the PATH", () => {
    const without = programs.filter((name) => name !== "haproxy");
    expect(missingTools(pathWith([...without, "dpkg-query"]))).toBe(
      "Missing tools:\n  haproxy\nTo install them: apt-get install haproxy",
    );
  });

  it("takes a Python that the environment names", () => {
    const env = pathWith([...programs.filter((name) => name !== "python3"), "dpkg-query", "another"]);
    expect(
      missingTools({ ...env, STRATUS_INTEROP_PYTHON: join(env["PATH"] ?? "", "another") }),
    ).toBeUndefined();
  });
});
