import { create, createRegistry, toJson } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { describe, expect, it } from "vitest";
import { compileProtos } from "../../../convention/src/protos.fixture.js";
import { toDisplayJson } from "./display-json.js";

const files = compileProtos({
  "a.proto": `syntax = "proto3"; package a; import "google/protobuf/any.proto"; import "google/protobuf/duration.proto";
    import "google/protobuf/field_mask.proto"; import "google/protobuf/struct.proto"; import "google/protobuf/timestamp.proto";
    message M { string name = 1; int64 size = 2; google.protobuf.FieldMask mask = 3; google.protobuf.Timestamp at = 4;
      google.protobuf.Duration took = 5; google.protobuf.Struct data = 6; google.protobuf.Any any = 7; M one = 8; repeated M list = 9;
      map<int32, M> by_key = 10; repeated bytes raw = 11; oneof choice { M chosen = 12; } map<string, int64> sizes = 13; }`,
});
const desc = files.getMessage("a.M")!;
const registry = createRegistry(...files);
const mask = { paths: ["labels.Env", "custom_label_0"] };
const shownMask = "labels.Env,custom_label_0";

describe("a message as JSON for people", () => {
  const beside = { name: "n", size: 5n, raw: [Uint8Array.of(1)], sizes: { a: 1n } };
  const shownBeside = { name: "n", size: "5", raw: ["AQ=="], sizes: { a: "1" } };

  it.each<[what: string, init: object, shown: object]>([
    ["a mask that JSON cannot carry", { mask }, { mask: shownMask }],
    [
      "a time after the year 9999",
      { at: { seconds: 1_700_000_000_000n } },
      { at: { seconds: "1700000000000", nanos: 0 } },
    ],
    [
      "a duration with mixed signs",
      { took: { seconds: 1n, nanos: -1 } },
      { took: { seconds: "1", nanos: -1 } },
    ],
    [
      "an Any of an unknown type",
      { any: { typeUrl: "t/unknown", value: Uint8Array.of(1) } },
      { any: { unprintable: expect.stringMatching(/unknown/) } },
    ],
    ["a message inside", { one: { mask } }, { one: { mask: shownMask } }],
    ["a list", { list: [{ mask }, { name: "m" }] }, { list: [{ mask: shownMask }, { name: "m" }] }],
    ["a map", { byKey: { 7: { mask } } }, { byKey: { 7: { mask: shownMask } } }],
    ["a oneof", { choice: { case: "chosen", value: { mask } } }, { chosen: { mask: shownMask } }],
  ])("shows %s, and all beside it", (_, init, shown) => {
    const message = create(desc, { ...beside, ...init });
    expect(() => toJson(desc, message, { registry })).toThrow();
    expect(toDisplayJson(reflect(desc, message), registry)).toEqual({ ...shownBeside, ...shown });
  });
});
