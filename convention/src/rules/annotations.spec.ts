import { describe, expect, it } from "vitest";
import type { ValueRules } from "./model.js";
import { readFieldAnnotations, withAnnotations } from "./annotations.fixture.js";
import { readAnnotations } from "./annotations.js";
import { ruledApi } from "./validate.fixture.js";
import { noRules } from "./value-rules.js";

/** Rules as `name=value`. */
function words({ kind, rules }: ValueRules): string {
  const texts = rules.map(
    ({ name, value }) => `${name}=${String(value instanceof Uint8Array ? [...value] : value)}`,
  );
  return `${kind ?? "none"} ${texts.join(" ")}`.trim();
}

describe("the rules of a field", () => {
  const rows: readonly (readonly [field: string, want: string])[] = [
    [
      "string a = 1 [(buf.validate.field).string = {min_len: 1, max_len: 63}];",
      "string min_len=1 max_len=63",
    ],
    ["string a = 1 [(buf.validate.field).string = {in: ['x', 'y'], const: ''}];", "string const= in=x,y"],
    ["string a = 1 [(buf.validate.field).string.email = true];", "string email=true"],
    ["string a = 1 [(buf.validate.field).string.email = false];", "string"],
    [
      "string a = 1 [(buf.validate.field).string = {well_known_regex: KNOWN_REGEX_HTTP_HEADER_NAME, strict: false}];",
      "string well_known_regex.header_name=false",
    ],
    ["bytes a = 1 [(buf.validate.field).bytes = {prefix: '\\x01\\x02', len: 4}];", "bytes len=4 prefix=1,2"],
    ["int32 a = 1 [(buf.validate.field).int32 = {gte: -1, lt: 10}];", "int32 lt=10 gte=-1"],
    [
      "uint64 a = 1 [(buf.validate.field).uint64.lte = 18446744073709551615];",
      "uint64 lte=18446744073709551615",
    ],
    ["float a = 1 [(buf.validate.field).float = {gt: 0.5, finite: true}];", "float gt=0.5 finite=true"],
    ["bool a = 1 [(buf.validate.field).bool.const = false];", "bool const=false"],
    [
      "E a = 1 [(buf.validate.field).enum = {defined_only: true, not_in: [0]}];",
      "enum defined_only=true not_in=0",
    ],
    [
      "repeated string a = 1 [(buf.validate.field).repeated = {max_items: 3, unique: true}];",
      "repeated max_items=3 unique=true",
    ],
    ["map<string, P> a = 1 [(buf.validate.field).map.min_pairs = 2];", "map min_pairs=2"],
    [
      "google.protobuf.Any a = 1 [(buf.validate.field).any.in = 'type.googleapis.com/acme.P'];",
      "any in=type.googleapis.com/acme.P",
    ],
    [
      "google.protobuf.Duration a = 1 [(buf.validate.field).duration.gt = {seconds: 1, nanos: 5}];",
      "duration gt=1000000005",
    ],
    [
      "google.protobuf.Timestamp a = 1 [(buf.validate.field).timestamp = {lt_now: true, within: {seconds: 60}}];",
      "timestamp lt_now=true within=60000000000",
    ],
    ["google.protobuf.FieldMask a = 1 [(buf.validate.field).field_mask.in = 'x'];", "field_mask in=x"],
    ["google.protobuf.StringValue a = 1 [(buf.validate.field).string.max_len = 3];", "string max_len=3"],
    ["P a = 1;", "none"],
  ];
  it.each(withAnnotations(rows))("%s", (_, want, { rules }) => {
    expect(words(rules)).toBe(want);
  });

  it("are read for elements, keys and values too", () => {
    const [{ a, b } = {}] = readFieldAnnotations([
      `repeated int64 a = 1 [(buf.validate.field).repeated.items = {int64: {gt: 0}, ignore: IGNORE_IF_ZERO_VALUE}];
       map<string, E> b = 2 [(buf.validate.field).map = {keys: {string: {max_len: 5}}, values: {enum: {defined_only: true}}}];`,
    ]);
    expect(words(a!.rules.items!)).toBe("int64 gt=0");
    expect(a!.rules.items!.ignore).toBe("zero");
    expect([words(b!.rules.keys!), words(b!.rules.values!)]).toEqual([
      "string max_len=5",
      "enum defined_only=true",
    ]);
  });

  it("say nothing where nothing is stated", () => {
    expect(readFieldAnnotations(["string a = 1;"])[0]!["a"]).toEqual({
      behaviors: [],
      isSecret: false,
      isCredential: false,
      requiredBy: [],
      isOptionalInRequests: false,
      rules: noRules,
    });
  });

  it("have examples beside them, which are no rules", () => {
    const field = "string a = 1 [(buf.validate.field).string = {max_len: 9, example: ['x', 'y']}];";
    const [{ a } = {}] = readFieldAnnotations([field]);
    expect([words(a!.rules), a!.rules.examples]).toEqual(["string max_len=9", ["x", "y"]]);
  });
});

describe("a field is required", () => {
  const rows: readonly (readonly [field: string, want: readonly string[]])[] = [
    ["string a = 1 [(buf.validate.field).required = true];", ["buf.validate"]],
    ["string a = 1 [(buf.validate.field) = {required: true, ignore: IGNORE_ALWAYS}];", []],
    ["string a = 1 [(buf.validate.field).required = false];", []],
    ["string a = 1 [(field_behavior) = FIELD_BEHAVIOR_REQUIRED];", ["field_behavior"]],
    [
      "string a = 1 [(field_behavior) = FIELD_BEHAVIOR_REQUIRED, (buf.validate.field).required = true];",
      ["field_behavior", "buf.validate"],
    ],
  ];
  it.each(withAnnotations(rows))("%s %j", (_, want, { requiredBy }) => {
    expect(requiredBy).toEqual(want);
  });

  it("by the label of proto2", () => {
    const [{ a } = {}] = readFieldAnnotations(["required string a = 1;"], { syntax: "proto2" });
    expect(a!.requiredBy).toEqual(["proto2"]);
  });
});

describe("a server may take a request without a field that is required", () => {
  const required = "[(field_behavior) = FIELD_BEHAVIOR_REQUIRED]";
  const rows: readonly (readonly [field: string, want: boolean])[] = [
    ["string a = 1 [(buf.validate.field).required = true];", false],
    [`string a = 1 ${required};`, false],
    [`P a = 1 ${required};`, false],
    [`repeated int32 a = 1 ${required};`, false],
    [`E a = 1 ${required};`, false],
    // Whether it was set to zero cannot be seen.
    [`int32 a = 1 ${required};`, true],
    [`bool a = 1 ${required};`, true],
    [`optional bool a = 1 ${required};`, false],
    ["int32 a = 1 [(buf.validate.field).required = true];", false],
    [
      "string a = 1 [(field_behavior) = FIELD_BEHAVIOR_OUTPUT_ONLY, (buf.validate.field).required = true];",
      true,
    ],
    ["string a = 1;", false],
  ];
  it.each(withAnnotations(rows))("%s: %j", (_, want, stated) => {
    expect(stated.isOptionalInRequests).toBe(want);
  });

  it("if it sets the field itself, as one of the metadata of a resource", () => {
    const [metadata = {}] = readFieldAnnotations([
      `string id = 1 [(buf.validate.field).required = true]; int64 resource_version = 2;
       string name = 3 [(buf.validate.field).required = true];`,
    ]);
    expect([metadata["id"]!.isOptionalInRequests, metadata["name"]!.isOptionalInRequests]).toEqual([
      true,
      false,
    ]);
  });
});

describe("a message", () => {
  const api = ruledApi(
    `message M {
       option (buf.validate.message) = {
         oneof: [{ fields: ["a", "b"], required: true }]
         cel: [{ id: "m.x", message: "no", expression: "this.a != ''" }]
         cel_expression: ["true"]
       };
       string a = 1;
       string b = 2 [(buf.validate.field).ignore = IGNORE_UNSPECIFIED];
       string c = 3;
       oneof d { option (buf.validate.oneof).required = true; option (oneof_behavior) = FIELD_BEHAVIOR_IMMUTABLE; int32 e = 4; }
       oneof f { option (oneof_behavior) = FIELD_BEHAVIOR_REQUIRED; int32 g = 5; }
       oneof h { int32 i = 6; }
     }`,
    { syntax: "proto3" },
  );
  const annotations = readAnnotations(api.options);

  it("says which of its fields exclude each other, and what it says in CEL", () => {
    expect(annotations.message(api.message("M"))).toEqual({
      choices: [{ fields: ["a", "b"], isRequired: true }],
      cel: [
        { id: "m.x", message: "no", expression: "this.a != ''" },
        { id: "true", message: "", expression: "true" },
      ],
      unsupported: [],
    });
  });

  it("counts the rules of such fields only where they are set, unless they say otherwise", () => {
    expect(["a", "b", "c"].map((name) => annotations.field(api.field(name)).rules.ignore)).toEqual([
      "zero",
      undefined,
      undefined,
    ]);
  });

  it("says which of its oneofs must have a member, and what may be done to them", () => {
    const stated = api.message("M").oneofs.map((one) => annotations.oneof(one));
    expect(stated.map(({ isRequired, behaviors }) => [isRequired, ...behaviors])).toEqual([
      [true, "IMMUTABLE"],
      [true, "REQUIRED"],
      [false],
    ]);
  });
});

describe("older versions of buf.validate", () => {
  const validate = `syntax = "proto3"; package buf.validate; import "google/protobuf/descriptor.proto";
    extend google.protobuf.MessageOptions { MessageConstraints message = 1159; }
    extend google.protobuf.FieldOptions { FieldConstraints field = 1159; }
    message MessageConstraints { optional bool disabled = 1; }
    enum Ignore { option allow_alias = true; IGNORE_UNSPECIFIED = 0; IGNORE_IF_UNPOPULATED = 1; IGNORE_EMPTY = 1; IGNORE_IF_DEFAULT_VALUE = 2; IGNORE_ALWAYS = 3; }
    message FieldConstraints {
      bool skipped = 24; bool required = 25; bool ignore_empty = 26; Ignore ignore = 27;
      oneof type { StringRules string = 14; }
    }
    message StringRules { optional uint64 max_len = 3; }`;

  const rows = [
    ["ignore: IGNORE_IF_UNPOPULATED", "zero"],
    ["ignore: IGNORE_EMPTY", "zero"],
    ["ignore: IGNORE_IF_DEFAULT_VALUE", "default"],
    ["ignore: IGNORE_ALWAYS", "always"],
    ["ignore_empty: true", "zero"],
    ["skipped: true", "always"],
    ["required: true", undefined],
  ] as const;
  const fields = rows.map(
    ([said, want]) =>
      [`string a = 1 [(buf.validate.field) = {string: {max_len: 3}, ${said}}];`, want] as const,
  );
  it.each(withAnnotations(fields, { syntax: "proto3", validate }))("%s %j", (_, want, { rules }) => {
    expect(rules.ignore).toBe(want);
  });

  it("switch all rules of a message off", () => {
    const fields =
      "option (buf.validate.message).disabled = true; string a = 1 [(buf.validate.field) = {required: true, string: {max_len: 3}}];";
    const [{ a } = {}] = readFieldAnnotations([fields], { syntax: "proto3", validate });
    expect(a).toMatchObject({ requiredBy: [], rules: noRules });
  });
});
