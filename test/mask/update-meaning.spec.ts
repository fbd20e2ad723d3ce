import { createFileRegistry } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { applyDynamicUpdate } from "../../runtime/src/messages/mask/dynamic.js";
import { applyUpdate } from "../../runtime/src/messages/mask/index.js";
import { dynamicFrom, treeOfDynamic } from "./dynamic-message.fixture.js";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { fieldKey, tableSource, type FieldBehaviors } from "./table.fixture.js";
import { treeFrom, type Tree } from "./tree.fixture.js";
import { behaviors, keptFields, refusedChanges } from "./kept-cases.fixture.js";
import { serverMeaning } from "./meaning-cases.fixture.js";
import { oneofMeaning } from "./oneof-cases.fixture.js";
import { elementForms, updateRules } from "./rule-cases.fixture.js";
import type { UpdateCase } from "./update-case.fixture.js";
import { codedError } from "../coded-error.js";

const registry = createFileRegistry(descriptors());
const Resource = messageType(registry, "example.v1.Resource");
const UpdateRequest = messageType(registry, "example.v1.UpdateRequest");
const tableOf = tableSource(behaviors);
const ruleOf: FieldBehaviors = behaviors;

type Given = Omit<UpdateCase, "want">;

/** The two ways to run an Update, which must agree. */
const adapters: readonly { name: string; run: (given: Given) => Tree }[] = [
  {
    name: "messages of generated code",
    run: ({ before, request, mask, isOtherType, neverNull = [] }) => {
      const requestType = isOtherType ? UpdateRequest : Resource;
      const result = applyUpdate(
        tableOf(Resource),
        generatedFrom(Resource, treeFrom(Resource, before)),
        generatedFrom(requestType, treeFrom(requestType, request)),
        mask,
        { neverNull, requestTable: tableOf(requestType) },
      );
      return treeOfGenerated(Resource, result);
    },
  },
  {
    name: "dynamic messages",
    run: ({ before, request, mask, isOtherType, neverNull = [] }) => {
      const requestType = isOtherType ? UpdateRequest : Resource;
      const result = applyDynamicUpdate(
        dynamicFrom(Resource, treeFrom(Resource, before)),
        dynamicFrom(requestType, treeFrom(requestType, request)),
        mask,
        { neverNull, behaviors: (field) => ruleOf[fieldKey(field)] ?? [] },
      );
      return treeOfDynamic(result);
    },
  },
];

describe.each(adapters)("an Update of $name", ({ run }) => {
  describe.each([
    ["the rules for lists, maps and structures", updateRules],
    ["the forms of an element", elementForms],
    ["what a server makes of a mask", serverMeaning],
    ["the members of a oneof", oneofMeaning],
    ["what a server keeps", keptFields],
  ] as const)("%s", (_, cases) => {
    it.each(cases)("$title", (given) => {
      expect(run(given)).toStrictEqual(treeFrom(Resource, given.want));
    });
  });

  it.each(refusedChanges)("IMMUTABLE refuses $title", ({ path, ...given }) => {
    expect(() => run(given)).toThrow(expect.objectContaining({ name: "ImmutableFieldError", path }));
  });

  it("refuses text that is not a mask", () => {
    expect(() => run({ title: "", before: {}, request: {}, mask: "spec." })).toThrow(
      codedError("MASK_SYNTAX_INVALID", /position 5/),
    );
  });
});

describe("the result of an Update", () => {
  it("shares nothing with the resource or the request", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const before = generatedFrom(Resource, treeFrom(Resource, { spec: { secondary_disks: [{ id: "a" }] } }));
    const request = generatedFrom(Resource, treeFrom(Resource, { spec: { data: bytes, hostnames: ["h"] } }));
    const result = applyUpdate(tableOf(Resource), before, request, "");
    bytes.fill(9);
    (request as { spec: { hostnames: string[] } }).spec.hostnames.push("later");
    (before as { spec: { secondaryDisks: { id: string }[] } }).spec.secondaryDisks[0]!.id = "later";
    expect(treeOfGenerated(Resource, result)).toStrictEqual(
      treeFrom(Resource, {
        spec: { data: new Uint8Array([1, 2, 3]), hostnames: ["h"], secondary_disks: [{ id: "a" }] },
      }),
    );
  });

  it("keeps what the resource's own decoder did not know", () => {
    const before = {
      ...generatedFrom(Resource, treeFrom(Resource, { a: 1 })),
      _unknownFields: { 800: [new Uint8Array([1])] },
    };
    const result = applyUpdate(
      tableOf(Resource),
      before,
      generatedFrom(Resource, treeFrom(Resource, {})),
      "a",
    );
    expect(result).toMatchObject({ a: 0, _unknownFields: { 800: [new Uint8Array([1])] } });
  });
});
