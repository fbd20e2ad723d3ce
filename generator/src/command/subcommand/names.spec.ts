import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { namesCommand } from "./names.js";
import { runCommand } from "./run-command.js";
import { generateFrom } from "../../plugin/request.fixture.js";

const bin = fileURLToPath(new URL("../../../bin/stratus.js", import.meta.url));
const protos = (rpcs: string): Readonly<Record<string, string>> => ({
  "r/v1/a.proto": `syntax = "proto3"; package r.v1; message A { string foo_bar = 1; } service S { ${rpcs} }`,
});
const getFoo = "rpc get_foo(A) returns (A);";
const both = `rpc GetFoo(A) returns (A); ${getFoo}`;

describe("stratus names", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-names-"));
    await put(
      "buf.gen.yaml",
      "version: v2\nplugins:\n  - local: protoc-gen-stratus\n    out: sdk\n    opt: [package_name=acme, package_version=0.1.0, since=sdk.names.json]\n",
    );
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const file = (): readonly string[] => ["--file", join(folder, "sdk.names.json")];
  const text = (path: string): Promise<string> => readFile(join(folder, path), "utf8");
  /** Generates the SDK with the names file, and returns the errors. */
  const generate = async (rpcs: string): Promise<string> => {
    const parameter = `package_name=acme,since=${join(folder, "sdk.names.json")}`;
    const { files, error } = await generateFrom(protos(rpcs), { parameter });
    for (const [path, content] of Object.entries(files)) await put(`sdk/${path}`, content);
    return error;
  };
  const names = async (...args: readonly string[]): Promise<{ code: number; said: string }> => {
    let said = "";
    const io = { out: (part: string) => void (said += part), error: (part: string) => void (said += part) };
    const code = await runCommand(
      [namesCommand()],
      ["names", join(folder, "sdk"), ...args],
      () => "1.0.0",
      io,
    );
    return { code, said: said.replaceAll(`${folder}/`, "") };
  };
  /** As a process, since buf.gen.yaml is read where one stands. */
  const stratus = (...args: readonly string[]): { code: number | null; said: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      cwd: folder,
      encoding: "utf8",
    });
    return { code: status, said: stdout + stderr };
  };
  /** The rpc that `getFoo` of the client calls. */
  const calledByGetFoo = async (): Promise<string | undefined> =>
    /rpc r\.v1\.S\.(\w+)\s*\*\/\s*getFoo\(/.exec(await text("sdk/src/r/v1/a.ts"))?.[1];

  it("keeps names from one generation to the next", async () => {
    expect(await names(...file())).toEqual({
      code: 0,
      said: "wrote sdk.names.json: 0 elements new or changed\n",
    });
    expect(await generate(getFoo)).toBe("");
    expect((await names(...file())).code).toBe(0);
    expect(await text("sdk.names.json")).toContain('  "r.v1.S.get_foo": "all=getFooAll name=getFoo",\n');
    expect(await names(...file())).toEqual({ code: 0, said: "sdk.names.json is up to date.\n" });
    expect(await calledByGetFoo()).toBe("get_foo");
    const before = await text("sdk.names.json");
    expect(await generate(both)).toBe("");
    expect(await calledByGetFoo()).toBe("get_foo");
    expect(await text("sdk.names.json")).toBe(before);
    expect((await names(...file(), "--dry-run")).said).toBe(
      "would write sdk.names.json: 1 element new or changed\n",
    );
    expect((await names(...file())).said).toBe("wrote sdk.names.json: 1 element new or changed\n");
    expect(await text("sdk.names.json")).toContain('  "r.v1.S.GetFoo": "all=getFooAll$ name=getFoo$",\n');
    // The SDK records them too, so that they are not lost with the file.
    await rm(join(folder, "sdk.names.json"));
    await names(...file());
    expect(await text("sdk.names.json")).toContain('  "r.v1.S.GetFoo": "all=getFooAll$ name=getFoo$",\n');
  });

  it("is what the error names if the file does not exist", async () => {
    expect(await generate(getFoo)).toMatch(
      /^option since: The file .*sdk\.names\.json does not exist, so nothing says which names earlier versions gave\. .*`npx stratus names`.* \[FILE_UNREADABLE\]$/,
    );
  });

  it("reports what it cannot do", async () => {
    await put("sdk.names.json", '{\n  "r.v1.S": "client=Bad-Name"\n}\n');
    expect(await generate(getFoo)).toMatch(
      /sdk\.names\.json:2: r\.v1\.S: "Bad-Name" cannot be the name of anything in TypeScript\..*\[FILE_INVALID\]$/,
    );
    await put("sdk.names.json", "");
    expect(await generate(getFoo)).toBe("");
    expect(await names("--dryrun")).toMatchObject({
      code: 2,
      said: expect.stringContaining(
        'There is no option "--dryrun". Did you mean --dry-run? [OPTION_UNKNOWN]',
      ),
    });
    expect(await names()).toMatchObject({
      code: 2,
      said: expect.stringContaining("Add since=sdk.names.json to opt [OPTION_MISSING]"),
    });
  });

  it("is part of a release, which drops the names of removed elements if it is a major one", async () => {
    await put("sdk.names.json", "");
    expect(await generate(both)).toBe("");
    expect(stratus("release").said).toContain("wrote sdk.names.json\n");
    expect(await text("sdk.names.json")).toContain('"r.v1.S.GetFoo"');
    await put("old/package.json", await text("sdk/package.json"));
    for (const path of ["src/descriptors.ts", "src/index.ts", "src/r/v1/index.ts", "src/r/v1/a.ts"])
      await put(`old/${path}`, await text(`sdk/${path}`));
    expect(await generate(`${getFoo} rpc More(A) returns (A);`)).toBe("");
    await names(...file());
    expect(await text("sdk.names.json")).toContain('"r.v1.S.GetFoo"');
    const { said } = stratus("release", "old", "--yes");
    expect(said).toContain("(major)");
    expect(await text("sdk.names.json")).not.toContain('"r.v1.S.GetFoo"');
    expect(await text("sdk.names.json")).toMatch(/"r\.v1\.S\.More": ".* since=0\.2\.0"/);
  });
});
