import { describe, expect, it } from "vitest";
import { findInputOnlyInList } from "./input-only-in-list.js";
import { withApis } from "../protos.fixture.js";

const options = `
  extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50002; }
  enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; INPUT_ONLY = 1; OUTPUT_ONLY = 2; }`;
const hidden = "[(acme.field_behavior) = INPUT_ONLY]";
const disk = `message Disk { string name = 1; string key = 2 ${hidden}; }`;

const rows = [
  {
    title: "a field of an element",
    body: `message M { repeated Disk disks = 1; } ${disk}`,
    want: "disks[].key",
  },
  {
    title: "one deeper in an element",
    body: `message M { Spec spec = 1; } message Spec { repeated Slot slots = 1; } message Slot { map<string, Disk> by_name = 1; } ${disk}`,
    want: "spec.slots[].by_name[].key",
  },
  {
    title: "the same type in and out of a list",
    body: `message M { Disk boot = 1; repeated Disk disks = 2; } ${disk}`,
    want: "disks[].key",
  },
  { title: "a field outside of lists", body: `message M { Disk boot = 1; } ${disk}`, want: undefined },
  { title: "a value of a map", body: `message M { map<string, Disk> disks = 1; } ${disk}`, want: undefined },
  {
    title: "a list that the server alone writes",
    body: `message M { repeated Disk disks = 1 [(acme.field_behavior) = OUTPUT_ONLY]; } ${disk}`,
    want: undefined,
  },
  {
    title: "a list that no response shows",
    body: `message M { repeated Disk disks = 1 ${hidden}; } ${disk}`,
    want: undefined,
  },
  {
    title: "a type that holds itself",
    body: "message M { repeated M children = 1; M parent = 2; }",
    want: undefined,
  },
];

describe("a value that no response shows, in the elements of a list", () => {
  it.each(
    withApis(
      rows,
      ({ body }) => `${body} service S {}`,
      () => options,
    ),
  )("$title", ({ want }, { message, options: read }) => {
    expect(findInputOnlyInList(message("M"), read)).toBe(want);
  });
});
