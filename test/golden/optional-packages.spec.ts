import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema } from "@bufbuild/protobuf/wkt";
import {
  acmeFile,
  acmeOptions,
  compileProtos,
  requestOf,
} from "../../generator/src/plugin/request.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

const protos = compileProtos({
  "acme/options.proto": acmeOptions,
  "acme/v1/a.proto": acmeFile(
    'message In {} service S { option (acme.api_service_name) = "s"; rpc Do(In) returns (In); }',
  ),
});

const spec = `
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths: { /pets: { get: { operationId: listPets, responses: { "204": { description: None } } } } }
`;

/** The commands as they are in a folder in which npm installed what they depend on, and nothing optional. */
describe("without optional packages", () => {
  let folder: string;
  let installed: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-install-"));
    installed = join(folder, "node_modules/protoc-gen-stratus");
    for (const part of ["package.json", "bin", "dist/bundle"])
      await cp(join(top, "generator", part), join(installed, part), { recursive: true });
    for (const name of ["jsonc-parser", "oxfmt", "yaml"])
      await symlink(join(top, "node_modules", name), join(folder, "node_modules", name));
    for (const path of ["sdk/src/index.ts", "pets/index.ts", "pets.yaml"]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), path.endsWith(".ts") ? "export const a = 1;\n" : spec);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = (command: string, args: readonly string[], input: Uint8Array = new Uint8Array()) =>
    spawnSync(process.execPath, [join(installed, `bin/${command}.js`), ...args], { input, cwd: folder });
  const missing =
    "The package ts-morph is needed and not installed. Run `npm install --save-dev ts-morph@28.0.0`. [PACKAGE_MISSING]";

  const generate = (parameter: string) => {
    const { stdout } = start("protoc-gen-stratus", [], requestOf(protos, { parameter }));
    return fromBinary(CodeGeneratorResponseSchema, stdout);
  };

  it("an SDK is generated", () => {
    expect(generate("docs=true,package_name=@acme/sdk")).toMatchObject({ error: "" });
  });

  it.each(["api_page", "verify"])("%s says what to install, and writes nothing", (option) => {
    expect(generate(`${option}=true`)).toMatchObject({ error: `option ${option}: ${missing}`, file: [] });
  });

  it.each<readonly [string, ...string[]]>([
    ["stratus diff", "sdk", "sdk"],
    ["stratus release", "sdk", "--package", "sdk"],
    ["stratus openapi", "pets.yaml", "--out", "out", "--api-page"],
    ["stratus openapi", "pets.yaml", "--out", "out", "--extend", "pets"],
  ])("%s %s %s %s %s says what to install", (command, ...args) => {
    const { status, stderr } = start("stratus", [...command.split(" ").slice(1), ...args]);
    const option = args.find((arg) => arg === "--api-page" || arg === "--extend");
    expect({ status, error: String(stderr) }).toEqual({
      status: 1,
      error: `${command}: ${option === undefined ? "" : `${option}: `}${missing}\n`,
    });
  });

  it("a REST client is generated", () => {
    expect(String(start("stratus", ["openapi", "pets.yaml", "--out", "rest"]).stderr)).toBe("");
  });
});
