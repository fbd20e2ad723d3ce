import { expect, it } from "vitest";
import { compileProtos } from "../../plugin/request.fixture.js";
import { readApi } from "../api/read-api.js";
import type { Api } from "../api/api.js";
import { toChanges } from "../change.js";
import { compareApis } from "./apis.js";

const api = (fields: string): Api =>
  readApi({
    files: compileProtos({
      "acme/a.proto": `syntax = "proto2"; package acme; enum Kind { A = 0; B = 1; } message Disk { ${fields} }`,
    }),
    apiDomain: undefined,
  });

it("fields of proto2 tell what messages without them mean, and who must set them", () => {
  const before = api(
    'optional int32 size = 1 [default = 5]; optional Kind kind = 2 [default = B]; optional string label = 3 [default = "x"]; optional int32 age = 4; required string id = 5; optional string zone = 6; optional int32 same = 7 [default = 1];',
  );
  const after = api(
    "optional int32 size = 1 [default = 6]; optional Kind kind = 2 [default = A]; optional string label = 3; optional int32 age = 4 [default = 1]; optional string id = 5; required string zone = 6; optional int32 same = 7 [default = 1];",
  );
  const changes = toChanges(
    compareApis(before, after, () => true),
    "api",
  );
  expect(changes.map(({ step, sentences, fixes }) => [step, ...sentences, ...fixes])).toEqual([
    ["major", "`Disk.age` now has the default `1`", "Set it explicitly wherever you relied on the default"],
    [
      "major",
      "`Disk.id` is no longer required on the wire",
      "Keep setting it until all programs are upgraded",
    ],
    [
      "major",
      "The default of `Disk.kind` changed from `B` to `A`",
      "Set it explicitly wherever you relied on the default",
    ],
    [
      "major",
      "`Disk.label` no longer has the default `x`",
      "Set it explicitly wherever you relied on the default",
    ],
    [
      "major",
      "The default of `Disk.size` changed from `5` to `6`",
      "Set it explicitly wherever you relied on the default",
    ],
    ["major", "`Disk.zone` is now required on the wire", "Set it before you upgrade"],
  ]);
});
