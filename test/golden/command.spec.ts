import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fromBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema } from "@bufbuild/protobuf/wkt";
import { optionTable } from "../../generator/src/plugin/option-table.js";

const command = fileURLToPath(new URL("../../generator/bin/protoc-gen-stratus.js", import.meta.url));

function start(args: readonly string[], input: Uint8Array = new Uint8Array()) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { input });
  return { status, stdout, out: String(stdout), error: String(stderr) };
}

describe("the command protoc-gen-stratus", () => {
  it("--help lists every option with its default", () => {
    const { status, out } = start(["--help"]);
    expect(status).toBe(0);
    for (const { name, help, default: value } of optionTable) {
      expect(out).toContain(`${help}${value === undefined ? "" : ` (default ${value})`}`);
      expect(out).toContain(`  ${name} `);
    }
  });

  it("--version says which", () => {
    expect(start(["--version"])).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  it("knows no other argument, and says so", () => {
    expect(start(["--paket"])).toMatchObject({
      status: 1,
      out: "",
      error: 'Unknown argument "--paket". Try --help or --version. [ARGUMENT_INVALID]\n',
    });
  });

  it("answers a request that it cannot read by the protocol: an error in the response, exit code 0", () => {
    const { status, stdout, error } = start([], Uint8Array.of(1, 2, 3));
    expect([status, error]).toEqual([0, ""]);
    expect(fromBinary(CodeGeneratorResponseSchema, stdout).error).toContain("The request cannot be decoded");
  });

  it.each([
    { request: "a small request", bytes: 3, flags: [] },
    { request: "a request of more than 16 MiB", bytes: (1 << 24) + 1, flags: ["--heap-growing-percent=50"] },
  ])("tells V8 how the heap grows before it reads $request", ({ bytes, flags }) => {
    const told = `
      import v8 from "node:v8";
      import { syncBuiltinESMExports } from "node:module";
      const { setFlagsFromString } = v8;
      v8.setFlagsFromString = (flag) => (console.error(flag), setFlagsFromString(flag));
      syncBuiltinESMExports();`;
    const hook = `data:text/javascript,${encodeURIComponent(told)}`;
    const input = new Uint8Array(bytes).fill(255);
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", hook, command], { input });
    expect(status).toBe(0);
    expect(fromBinary(CodeGeneratorResponseSchema, stdout).error).toContain("The request cannot be decoded");
    const said = String(stderr).split("\n");
    expect(said.filter((line) => line.startsWith("--heap"))).toEqual(flags);
  });
});

describe("the bundle of the commands", () => {
  const bundle = fileURLToPath(new URL("../../generator/dist/bundle/", import.meta.url));

  it("has all that every run needs but the formatter", () => {
    const files = readdirSync(bundle).filter((name) => name.endsWith(".js"));
    const sources = files.map((name) => readFileSync(`${bundle}${name}`, "utf8")).join("\n");
    const imported = [...sources.matchAll(/(?:\bfrom|\bimport\(?) ?["`]([^"`./][^"`:]*)["`]/g)].map(
      ([, name]) => name,
    );
    expect(imported).toContain("oxfmt");
    expect(
      imported.filter((name) => /^@stratus(?!\/emulator)|^@bufbuild|^handlebars/.test(name ?? "")),
    ).toEqual([]);
  });

  it("has the notices of the libraries in it", () => {
    const notices = readFileSync(`${bundle}third-party.txt`, "utf8");
    expect(notices).toMatch(/^@bufbuild\/protobuf 2/m);
    expect(notices).toMatch(/^handlebars 4/m);
  });
});

describe("a command on a Node that is too old", () => {
  const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } })`;

  it.each(["protoc-gen-stratus", "stratus"])("says in one line which is needed: %s", (name) => {
    const file = fileURLToPath(new URL(`../../generator/bin/${name}.js`, import.meta.url));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(old)}`, file, "--help"],
      { encoding: "utf8" },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: `${name} requires Node 20.19 or newer, and this is 18.20.8. Install or activate a newer one.\n`,
    });
  });
});
