import { describe, expect, it } from "vitest";
import { findVersionFiles } from "./version-files.js";
import { codedError } from "../../../../test/coded-error.js";

const template = (...opt: readonly string[]): string =>
  `version: v2\nplugins:\n  - local: protoc-gen-stratus\n    out: sdk\n    opt: # what it is told\n${opt.map((one) => `      - ${one}\n`).join("")}`;

const places = (files: Readonly<Record<string, string>>, folder = "sdk") =>
  findVersionFiles(folder, "1.3.0", async (path) => files[path]);

describe("the version of a package", () => {
  const manifest = '{\n  "name": "a",\n  "version": "1.2.0"\n}\n';

  it("is written to its package.json, and to the option that decides on it", async () => {
    const files = {
      "sdk/package.json": manifest,
      "buf.gen.yaml": template("package_name=a", "package_version=1.2.0"),
    };
    expect(await places(files)).toEqual([
      {
        path: "buf.gen.yaml",
        before: files["buf.gen.yaml"],
        after: template("package_name=a", "package_version=1.3.0"),
      },
      { path: "sdk/package.json", before: manifest, after: manifest.replace("1.2.0", "1.3.0") },
    ]);
  });

  it.each([
    ["changes there", '{ "license": "MIT", "version": "1.2.0" }', '{ "license": "MIT", "version": "1.3.0" }'],
    [
      "comes first where it was not said",
      '{\n    "license": "MIT"\n}',
      '{\n    "version": "1.3.0",\n    "license": "MIT"\n}',
    ],
  ])("stands in the file of package_json, and %s", async (_, before, after) => {
    const files = {
      "sdk/package.json": manifest,
      "sdk.package.json": before,
      "buf.gen.yaml": template("package_json=sdk.package.json"),
    };
    expect((await places(files))[0]).toEqual({ path: "sdk.package.json", before, after });
  });

  it.each([
    ["a REST client", { "out/package.json": manifest }],
    [
      "a folder that buf.gen.yaml does not name",
      { "out/package.json": manifest, "buf.gen.yaml": template() },
    ],
  ])("of %s stands in its package.json alone", async (_, files) => {
    expect((await places(files, "out")).map(({ path }) => path)).toEqual(["out/package.json"]);
  });

  it.each([
    [
      "where nothing would keep it",
      { "sdk/package.json": manifest, "buf.gen.yaml": template("package_name=a") },
      "Add package_version=1.3.0 to opt",
      "OPTION_MISSING",
    ],
    [
      "where there is no package",
      { "buf.gen.yaml": template() },
      "sdk contains no package.json",
      "FILE_UNREADABLE",
    ],
    [
      "where package.json is broken",
      { "sdk/package.json": "{", "buf.gen.yaml": template("package_version=1.2.0") },
      "is not valid JSON",
      "FILE_INVALID",
    ],
  ])("is refused %s", async (_, files, message, code) => {
    await expect(places(files as Record<string, string>)).rejects.toThrow(codedError(code, message));
  });
});
