import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));
const bufFolder = [`node_modules/@bufbuild/buf-${process.platform}-${process.arch}/bin`, "node_modules/.bin"]
  .map((path) => join(top, path))
  .find((path) => existsSync(path));

const options = `syntax = "proto3";
package acme;
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
`;
const pens = `syntax = "proto3";
package acme.pens.v1;
import "acme/options.proto";
message Pen {}
service Pens {
  option (acme.api_service_name) = "pens";
  rpc Get(Pen) returns (Pen);
}
`;
const module = "version: v2\nmodules: [{ path: proto }]\n";
const template = (plugin: string, more = ", strategy: all"): string =>
  `version: v2\nplugins: [{ local: ${plugin}, out: gen${more} }]\n`;
const ours = (opt: string): string => template("protoc-gen-stratus", `, strategy: all, opt: [${opt}]`);

/** What lies in the folder: a right one, with what is wrong in it. `undefined` for a file that is missing. */
type Files = Readonly<Record<string, string | undefined>>;
const right: Files = {
  "buf.yaml": module,
  "buf.gen.yaml": template("protoc-gen-stratus"),
  "proto/acme/options.proto": options,
  "proto/acme/pens/v1/pens.proto": pens,
};

interface Row {
  readonly mistake: string;
  readonly files?: Files;
  readonly typed?: string;
  /** All that is printed. */
  readonly printed: RegExp;
}

const generate = "buf generate";
const strategy = "Set `strategy: all` for the plugin in buf\\.gen\\.yaml";

const rows: readonly Row[] = [
  {
    mistake: "strategy forgotten",
    files: { "buf.gen.yaml": template("protoc-gen-stratus", "") },
    printed: new RegExp(`^Failure: plugin protoc-gen-stratus: .*${strategy}[^\\n]*$`),
  },
  {
    mistake: "an option misspelt",
    files: { "buf.gen.yaml": ours("sesion_name=Cloud") },
    printed:
      /: option "sesion_name": There is no such option\. Did you mean session_name\? \[OPTION_UNKNOWN\]$/,
  },
  {
    mistake: "a service without an endpoint",
    files: { "proto/acme/pens/v1/pens.proto": `${pens}service Caps { rpc Get(Pen) returns (Pen); }\n` },
    printed:
      /pens\.proto:9:1: service acme\.pens\.v1\.Caps: The service has no endpoint.* Add `option \(acme\.api_service_name\) = "\.\.\.";`.*$/,
  },
  {
    mistake: "an image piped into the plugin",
    typed: "buf build -o - | protoc-gen-stratus | tr -d '\\000-\\037'",
    printed:
      /This is an image or a set of descriptors, and no request to a plugin\. Name it to buf instead: `buf generate/,
  },
  {
    mistake: "a file given to the plugin",
    typed: "protoc-gen-stratus pens.proto",
    printed: /^Unknown argument "pens\.proto"\. .*--help .*\[ARGUMENT_INVALID\]$/,
  },
  {
    mistake: "clean before anything was generated",
    typed: "stratus clean",
    printed:
      /^stratus clean: gen contains no \.stratus-files\. Run `buf generate` first, or name another folder \[FILE_UNREADABLE\]$/,
  },
  {
    mistake: "clean in another folder",
    files: { "buf.gen.yaml": undefined },
    typed: "stratus clean",
    printed:
      /^stratus clean: Cannot read buf\.gen\.yaml .*\. Run this command in its folder, or name the output folders \[FILE_UNREADABLE\]$/,
  },
];

describe("what a newcomer types or writes wrongly", () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "newcomer-"));
    await mkdir(join(parent, "bin"));
    for (const name of ["protoc-gen-stratus", "stratus"]) {
      const script = `#!/bin/sh\nexec "${process.execPath}" "${top}generator/bin/${name}.js" "$@"\n`;
      await writeFile(join(parent, "bin", name), script, { mode: 0o755 });
    }
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  it.each(rows.map((row, index) => ({ ...row, index })))(
    "is answered with the way out: $mistake",
    async ({ files, typed = generate, printed, index }) => {
      const folder = join(parent, String(index));
      for (const [path, text] of Object.entries({ ...right, ...files })) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        if (text !== undefined) await writeFile(join(folder, path), text);
      }
      const PATH = [join(parent, "bin"), bufFolder, process.env["PATH"]].join(delimiter);
      const { stdout, stderr } = spawnSync("sh", ["-c", typed], {
        cwd: folder,
        env: { ...process.env, PATH },
        encoding: "utf8",
      });
      const text = `${stdout}${stderr}`.trim();
      expect(text).toMatch(printed);
      expect(text.split("\n").length).toBeLessThanOrEqual(3);
      expect(text).not.toMatch(/^ {4}at /m);
      expect(existsSync(join(folder, "gen"))).toBe(false);
    },
  );

  it("is, if all is right, a line that says the kind of the API, and one that says what was written", async () => {
    const folder = join(parent, "right");
    for (const [path, text = ""] of Object.entries(right)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const PATH = [join(parent, "bin"), bufFolder, process.env["PATH"]].join(delimiter);
    const typed = { cwd: folder, env: { ...process.env, PATH }, encoding: "utf8" } as const;
    const { stdout, stderr, status } = spawnSync("sh", ["-c", "buf generate && stratus clean"], typed);
    expect([stdout, status]).toEqual(["gen: 1 service, 1 method, 8 files\n", 0]);
    expect(stderr).toMatch(/^protoc-gen-stratus: kind=cloud \(the convention, by its protos;[^\n]*\n$/);
    expect(existsSync(join(folder, "gen/acme/pens/v1/pens.ts"))).toBe(true);
  });
});
