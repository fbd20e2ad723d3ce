import { beforeAll, describe, expect, it } from "vitest";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { acmeOptions, generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { openFolder, triedCompilers } from "../compile.fixture.js";
import { statedProtos } from "../types/stated.fixture.js";
import { compilerFiles, programsOf, type Files } from "./pages.fixture.js";

const parameter = "package_name=@acme/vms,strip_prefix=acme,docs=true,guide=true";

const named = `syntax = "proto3"; package acme.v1; import "acme/options.proto"; import "buf/validate/validate.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.OneofOptions { Behavior oneof_behavior = 60006; }
enum Behavior { NONE = 0; IMMUTABLE = 1; }
enum Size { SIZE_UNSPECIFIED = 0; SIZE_SMALL = 1; SIZE_LARGE = 2; }
message Disk {
  option (buf.validate.message).oneof = {fields: ["copy_of", "source_id"]};
  // Name of the disk.
  string name = 1 [(buf.validate.field) = {required: true, string: {min_len: 1, max_len: 63, pattern: "^[a-z][-a-z0-9]*$"}}];
  Size size = 2 [(buf.validate.field).enum = {in: [1, 2]}];
  string copy_of = 3; string source_id = 4;
  oneof place { option (acme.v1.oneof_behavior) = IMMUTABLE; option (buf.validate.oneof).required = true; string host = 5; int32 rack = 6; }
}
message Done {}
service Disks { option (acme.api_service_name) = "disks"; rpc Create(Disk) returns (Done); }`;

describe("the documentation of an API that states rules", () => {
  let vms: Files;
  let disks: Files;
  beforeAll(async () => {
    const protos = { "acme/options.proto": acmeOptions, "buf/validate/validate.proto": validateProto };
    const [one, other] = await Promise.all([
      generateFrom(statedProtos(), { parameter }),
      generateFrom(
        { ...protos, "acme/v1/disk.proto": named },
        { parameter: parameter.replace("vms", "disks") },
      ),
    ]);
    expect([one.error, other.error]).toEqual(["", ""]);
    [vms, disks] = [one.files, other.files];
  });

  it.each(triedCompilers)(
    "has examples with all that the types of calls ask for, to %s",
    async (compiler) => {
      for (const [name, files] of [
        ["@acme/vms", vms],
        ["@acme/disks", disks],
      ] as const) {
        await using folder = await openFolder();
        const sources = Object.fromEntries(
          Object.entries(files).map(([path, text]) => [`sdk/${path}`, text]),
        );
        const programs = programsOf({
          ...files,
          "docs/of-package": /^## First call$[^]*?(?=^## )/m.exec(files["README.md"] ?? "")?.[0] ?? "",
        });
        await folder.write({ ...sources, ...programs, ...compilerFiles(name) });
        expect(await folder.check(compiler)).toBe("");
      }
    },
  );

  it.each([
    [
      "a page",
      "docs/v1/types.md",
      "| **Required.** Name of the disk. 1 to 63 characters; matches `^[a-z][-a-z0-9]*$`. |",
    ],
    ["a page, with values of enums as in code", "docs/v1/types.md", "| One of SMALL, LARGE. |"],
    ["a page, of fields that exclude each other", "docs/v1/types.md", "At most one of `copyOf`, `sourceId`."],
    ["a page, of a oneof", "docs/v1/types.md", "A member of the oneof `place` (required, immutable)."],
    [
      "a call",
      "docs/v1/Disks.md",
      'client.create({ name: "aaaa", size: 1, copyOf: "...", place: { $case: "host", value: "..." } })',
    ],
    ["a comment", "src/v1/disk.ts", "* Required. 1 to 63 characters; matches `^[a-z][-a-z0-9]*$`.\n"],
    ["a comment of a oneof", "src/v1/disk.ts", "/** Required. Immutable. */\n  place?:"],
    ["the guide", "src/guide/v1/disk.ts", 'limits: ["1 to 63 characters", "matches `^[a-z][-a-z0-9]*$`"]'],
    [
      "the guide, with values of enums as in the proto",
      "src/guide/v1/disk.ts",
      'limits: ["one of SIZE_SMALL, SIZE_LARGE"]',
    ],
  ])("says it in %s", (_, path, want) => expect(disks[path]).toContain(want));
});
