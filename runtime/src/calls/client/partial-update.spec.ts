import { describe, expect, it } from "vitest";
import { fill } from "../../messages/table/fill.js";
import { alice, full, spec, UpdateVmTable } from "../modify/vm.fixture.js";
import { rejectPartialUpdate } from "./partial-update.js";

const whole = fill(UpdateVmTable, { metadata: full.metadata, spec });
const check =
  (request: object, options: object = {}) =>
  (): void =>
    rejectPartialUpdate(UpdateVmTable, request, options, "x-resetmask");
const { users: _, tags: __, ...withoutLists } = whole.spec;
const { labels: ___, ...withoutLabels } = whole.metadata;

describe("an update without a mask", () => {
  it.each<[title: string, request: object, named: string]>([
    [
      "a few fields",
      { metadata: { id: "i" }, spec: { cpu: 8 } },
      "clear metadata.name, metadata.labels, spec.tags and",
    ],
    ["a part of the metadata", { ...whole, metadata: withoutLabels }, "clear metadata.labels. Call"],
    ["no lists", { ...whole, spec: withoutLists }, "clear spec.tags, spec.users. Call"],
    [
      "a part of a structure",
      { ...whole, spec: { ...whole.spec, limits: { cpu: 1 } } },
      "clear spec.limits.memory.",
    ],
    [
      "a part of an element",
      { ...whole, spec: { ...whole.spec, users: [{ name: "a" }] } },
      "clear spec.users.0.role.",
    ],
    [
      "a part of a map's value",
      { ...whole, spec: { ...whole.spec, userByName: { k: {} } } },
      "clear spec.user_by_name.k.name",
    ],
    [
      "a part of a member",
      { ...whole, spec: { ...whole.spec, source: { $case: "disk", value: {} } } },
      "clear spec.disk.size",
    ],
  ])("is refused if the request has %s", (_title, request, named) => {
    expect(check(request)).toThrow(named);
    expect(check(request)).toThrow(/modify.*carry.*resetMask/);
  });

  it.each<[title: string, request: object]>([
    ["a whole message", whole],
    ["a spread one", { ...whole, spec: { ...whole.spec, cpu: 8 } }],
    ["undefined for a field to clear", { ...whole, spec: { ...whole.spec, tags: undefined } }],
    ["no INPUT_ONLY value", { ...whole, spec: { ...whole.spec, users: [alice] } }],
    ["a message of create", fill(UpdateVmTable, { metadata: { id: "i" } })],
  ])("is sent if the request has %s", (_title, request) => {
    expect(check(request)).not.toThrow();
  });

  it("does not matter if a mask is given, in the option or the header", () => {
    const request = { metadata: { id: "i" }, spec: { cpu: 8 } };
    expect(check(request, { resetMask: "" })).not.toThrow();
    expect(check(request, { metadata: { "X-ResetMask": "spec.cpu" } })).not.toThrow();
  });
});
