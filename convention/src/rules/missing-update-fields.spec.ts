import { describe, expect, it } from "vitest";
import { readAnnotations } from "./annotations.js";
import { findMissingUpdateFields } from "./missing-update-fields.js";
import { ruledApi } from "./validate.fixture.js";

const inputOnly = "(field_behavior) = FIELD_BEHAVIOR_INPUT_ONLY";
const required = "(buf.validate.field).required = true";

/** The fields that an Update by `modify` lacks, of an API with this spec. */
function findMissing(spec: string, more = "", metadata = "string id = 1; int64 resource_version = 2;") {
  const api = ruledApi(
    `message Metadata { ${metadata} }
     message Spec { ${spec} }
     message Hidden { string name = 1; string pin = 2 [${inputOnly}]; }
     message Vm { Metadata metadata = 1; Spec spec = 2; }
     message Put { Metadata metadata = 1; Spec spec = 2 [${required}]; ${more} }
     message Id { string id = 1; }
     service S { rpc Get(Id) returns (Vm); rpc Update(Put) returns (Vm); }`,
    { syntax: "proto3" },
  );
  const service = api.files.flatMap(({ services }) => services)[0]!;
  const [get, update] = service.methods;
  return findMissingUpdateFields({ get: get!, update: update! }, readAnnotations(api.options)).map(
    ({ path, reason }) => `${path}: ${reason}`,
  );
}

describe("an Update by modify lacks", () => {
  it.each([
    [
      "nothing that was read",
      `string a = 1 [${required}]; repeated string b = 2 [(buf.validate.field).repeated.min_items = 1];`,
      [],
    ],
    ["what no response shows", `string a = 1 [${required}, ${inputOnly}];`, ["spec.a: no response shows it"]],
    ["nothing that nobody asks for", `string a = 1 [${inputOnly}]; repeated Hidden b = 2;`, []],
    [
      "what only the server writes",
      `string a = 1 [${required}, (field_behavior) = FIELD_BEHAVIOR_OUTPUT_ONLY];`,
      ["spec.a: only the server sets it"],
    ],
    [
      "lists of which not all was read",
      `repeated Hidden a = 1 [(buf.validate.field).repeated.min_items = 1];`,
      ["spec.a: no response shows all of its fields"],
    ],
    [
      "nothing for limits that an empty value keeps",
      `repeated Hidden a = 1 [(buf.validate.field).repeated.max_items = 9]; string b = 2 [${inputOnly}, (buf.validate.field).string.max_len = 9];`,
      [],
    ],
    [
      "what is wrong by its default",
      `int32 a = 1 [${inputOnly}, (buf.validate.field).int32.gte = 1]; optional int32 b = 2 [${inputOnly}, (buf.validate.field).int32.gte = 1];`,
      ["spec.a: no response shows it"],
    ],
    [
      "a member of a oneof that hides something",
      `oneof o { option (buf.validate.oneof).required = true; string a = 1; Hidden b = 2; }`,
      ["spec.b: no response shows all of its fields"],
    ],
    [
      "what an expression names",
      `option (buf.validate.message).cel = {id: "x", expression: "this.a != this.b"}; string a = 1; string b = 2 [${inputOnly}];`,
      ["spec.b: no response shows it"],
    ],
    [
      "what an expression names inside a structure",
      `option (buf.validate.message).cel = {id: "x", expression: "this.deep.name != this.deep.pin"}; Hidden deep = 1;`,
      ["spec.deep.pin: no response shows it"],
    ],
    [
      "what an expression of the field names",
      `Hidden deep = 1 [(buf.validate.field).cel = {id: "x", expression: "this.name.matches('^a') || this.pin == ''"}]; Hidden other = 2;`,
      ["spec.deep.pin: no response shows it"],
    ],
    [
      "what an expression of a field names, also of a message that was seen before",
      `Hidden other = 1; Hidden deep = 2 [(buf.validate.field).cel = {id: "x", expression: "this.pin == ''"}];`,
      ["spec.deep.pin: no response shows it"],
    ],
    [
      "what is deeper down",
      `Hidden a = 1; Deep deep = 2; message Deep { string pin = 1 [${required}, ${inputOnly}]; Spec again = 2; }`,
      ["spec.deep.pin: no response shows it"],
    ],
  ])("%s", (_, spec, want) => {
    expect(findMissing(spec)).toEqual(want);
  });

  it("what the resource does not have", () => {
    expect(findMissing("", `string reason = 3 [${required}];`)).toEqual([
      "reason: the resource does not have it",
    ]);
  });

  it("everything, if no version guards it", () => {
    const reason = "the resource has no version to protect fields that are sent unchanged";
    expect(findMissing("", "", "string id = 1;")).toEqual([`metadata.resource_version: ${reason}`]);
  });
});

describe("by its rules, a field at its default", () => {
  const rows: readonly (readonly [type: string, rule: string, isAccepted: boolean])[] = [
    ["int32", "int32.lt = 0", false],
    ["int32", "int32.lte = -1", false],
    ["int32", "int32.lte = 0", true],
    ["int32", "int32.gt = -1", true],
    ["int32", "int32 = { gt: 5, lt: 10 }", false],
    ["int32", "int32 = { gt: 10, lt: 5 }", true],
    ["int32", "int32 = { gte: 10, lte: -5 }", false],
    ["int32", "int32.not_in = 0", false],
    ["int32", "int32.not_in = 1", true],
    ["int64", "int64 = { in: [1, 0] }", true],
    ["int64", "int64.const = 0", true],
    ["uint64", "uint64.gt = 0", false],
    ["double", "double.lt = -0.5", false],
    ["double", "double.finite = true", true],
    ["bool", "bool.const = true", false],
    ["bool", "bool.const = false", true],
    ["Kind", "enum.not_in = 0", false],
    ["Kind", "enum.defined_only = true", true],
    ["Kind", "enum = { in: [1] }", false],
    ["string", "string.min_len = 1", false],
    ["string", "string.max_len = 1", true],
    ["string", "string.len = 0", true],
    ["string", 'string.pattern = "^a*$"', true],
    ["string", 'string.pattern = "^a"', false],
    ["string", 'string.prefix = "a"', false],
    ["string", 'string.not_contains = "a"', true],
    ["string", 'string.not_in = ""', false],
    ["string", "string.email = true", false],
    ["string", "string.uri_ref = true", true],
    ["string", "string.well_known_regex = KNOWN_REGEX_HTTP_HEADER_VALUE", true],
    ["string", "string.well_known_regex = KNOWN_REGEX_HTTP_HEADER_NAME", false],
    ["bytes", "bytes.min_len = 1", false],
    ["bytes", 'bytes.pattern = "^a"', false],
    ["repeated string", "repeated.unique = true", true],
    ["repeated string", "repeated.min_items = 1", false],
    ["map<string, string>", "map.max_pairs = 1", true],
  ];
  const fields = rows.map(
    ([type, rule], index) => `${type} k${index} = ${index + 1} [${inputOnly}, (buf.validate.field).${rule}];`,
  );
  const missing = findMissing(`enum Kind { KIND_UNSPECIFIED = 0; KIND_A = 1; } ${fields.join(" ")}`);

  it.each(rows.map((row, index) => [...row, index] as const))(
    "of type %s with %s is accepted: %j",
    (_type, _rule, isAccepted, index) => {
      expect(missing.includes(`spec.k${index}: no response shows it`)).toBe(!isAccepted);
    },
  );
});
