import { createFileRegistry } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { behaviors, keptFields, refusedChanges } from "../mask/kept-cases.fixture.js";
import { serverMeaning } from "../mask/meaning-cases.fixture.js";
import { oneofMeaning } from "../mask/oneof-cases.fixture.js";
import { descriptors, messageType } from "../mask/schema.fixture.js";
import { elementForms, updateRules } from "../mask/rule-cases.fixture.js";
import { fieldKey, type FieldBehaviors } from "../mask/table.fixture.js";
import { treeFrom, type Tree } from "../mask/tree.fixture.js";
import type { UpdateCase } from "../mask/update-case.fixture.js";
import { readMask } from "./mask-text.fixture.js";
import {
  ImmutableChange,
  plainReading,
  readUpdate,
  strictReading,
  type Reading,
} from "./server-reading.fixture.js";

const registry = createFileRegistry(descriptors());
const Resource = messageType(registry, "example.v1.Resource");
const ruleOf: FieldBehaviors = behaviors;

function read(reading: Reading, given: Omit<UpdateCase, "want">): Tree {
  return readUpdate({
    desc: Resource,
    resource: treeFrom(Resource, given.before),
    request: treeFrom(Resource, given.request),
    mask: readMask(given.mask),
    reading,
    behaviors: (field) => ruleOf[fieldKey(field)] ?? [],
    neverNull: given.neverNull ?? [],
  });
}

// The requests here have the types of their resources.
const cases = [...updateRules, ...elementForms, ...serverMeaning, ...oneofMeaning, ...keptFields].filter(
  ({ isOtherType }) => !isOtherType,
);

describe("the strict reading is that of the conventions", () => {
  it.each(cases)("$title", (given) => {
    expect(read(strictReading, given)).toEqual(treeFrom(Resource, given.want));
  });

  it.each(refusedChanges.filter(({ path }) => path.startsWith("rules.")))("refuses $title", (given) => {
    expect(() => read(strictReading, given)).toThrow(ImmutableChange);
  });
});

describe("the plain reading clears what lies at or under a path", () => {
  const before = { a: 1, rules: { fixed: "f", out: "o", free: "x" } };
  it.each([
    ["a path under a scalar", { a: 1 }, {}, "a.x", {}],
    [
      "an IMMUTABLE field that is named",
      before,
      { rules: {} },
      "rules.fixed",
      { a: 1, rules: { out: "o", free: "x" } },
    ],
    [
      "an IMMUTABLE field that is sent",
      before,
      { rules: { fixed: "g" } },
      "",
      { a: 1, rules: { fixed: "g", out: "o", free: "x" } },
    ],
    [
      "not an OUTPUT_ONLY one",
      before,
      { rules: {} },
      "rules.(out,free)",
      { a: 1, rules: { fixed: "f", out: "o" } },
    ],
    ["metadata and spec, too", { spec: { cpu: 1 } }, {}, "spec.cpu", {}],
  ])("%s", (title, resource, request, mask, want) => {
    expect(read(plainReading, { title, before: resource, request, mask, want: {} } as UpdateCase)).toEqual(
      treeFrom(Resource, want),
    );
  });
});

describe("the text of a mask", () => {
  it.each([
    ["", []],
    ["a", [["a"]]],
    [
      "f.(j.h,i.j).k",
      [
        ["f", "j", "h", "k"],
        ["f", "i", "j", "k"],
      ],
    ],
    ['a."b c".12', [["a", "b c", "12"]]],
    ['"__proto__" , a', [["__proto__"], ["a"]]],
  ])("%s", (text, want) => {
    expect(readMask(text)).toEqual(want);
  });

  it.each(["a,", "(a", "a..b", "a)", ".a"])("%s is none", (text) => {
    expect(() => readMask(text)).toThrow("no mask");
  });
});
