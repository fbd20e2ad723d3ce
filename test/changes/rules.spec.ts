import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, it } from "vitest";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import type { SdkFiles } from "../../generator/src/surface/sdk-files.js";
import { readApi } from "../../generator/src/versions/api/read-api.js";
import { toChanges } from "../../generator/src/versions/change.js";
import { compareApis, type ApiFacts } from "../../generator/src/versions/compare/apis.js";
import { diffSdks } from "../../generator/src/versions/diff.js";
import { renamed } from "./versions.fixture.js";

const options = `
syntax = "proto3";
package acme;
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 60001; }
extend google.protobuf.FieldOptions { repeated Behavior field_behavior = 60005; }
extend google.protobuf.OneofOptions { repeated Behavior oneof_behavior = 60006; }
enum Behavior { BEHAVIOR_UNSPECIFIED = 0; BEHAVIOR_REQUIRED = 1; BEHAVIOR_IMMUTABLE = 2; }
`;

const shared = { "buf/validate/validate.proto": validateProto, "acme/options.proto": options };

/** A version of the API, by what the request says; `DiskList` is in responses alone. */
const version = (request: string, packageName: string, more = ""): string => `
syntax = "proto3";
package ${packageName};
import "buf/validate/validate.proto";
import "acme/options.proto";
service Disks {
  option (acme.api_service_name) = "disks";
  rpc Make(MakeRequest) returns (DiskList); ${more}
}
message MakeRequest { ${request.replace(/.*\|\|/, "")} Spec spec = 90; }
message Spec { string label = 1; ${/(.*)\|\|/.exec(request)?.[1] ?? ""} }
message DiskList { string name = 1; ${request.includes("LISTED") ? "string more = 2 [(buf.validate.field).required = true];" : ""} }
`;

const limit = (rules: string): string => `string a = 1 [(buf.validate.field).string = {${rules}}];`;
const number = (rules: string): string => `int32 a = 1 [(buf.validate.field).int32 = {${rules}}];`;
const plain = "string a = 1;";

type Row = readonly [before: string, after: string, step: string | undefined, words: string];
const rows: readonly Row[] = [
  [plain, plain, undefined, ""],
  [
    limit("max_len: 9"),
    limit("max_len: 8"),
    "major",
    "The rule of `MakeRequest.a` changed from `string.max_len: 9` to `string.max_len: 8`",
  ],
  [
    limit("max_len: 8"),
    limit("max_len: 9"),
    "minor",
    "The rule of `MakeRequest.a` changed from `string.max_len: 8` to `string.max_len: 9`",
  ],
  [
    limit("min_len: 1"),
    limit("min_len: 2"),
    "major",
    "The rule of `MakeRequest.a` changed from `string.min_len: 1` to `string.min_len: 2`",
  ],
  [plain, limit("email: true"), "major", "`MakeRequest.a` now has the rule `string.email`"],
  [limit("email: true"), plain, "minor", "`MakeRequest.a` no longer has the rule `string.email`"],
  [
    limit('in: ["x", "y"]'),
    limit('in: ["x"]'),
    "major",
    'The rule of `MakeRequest.a` changed from `string.in: "x", "y"` to `string.in: "x"`',
  ],
  [
    limit('in: ["x"]'),
    limit('in: ["x", "y"]'),
    "minor",
    'The rule of `MakeRequest.a` changed from `string.in: "x"` to `string.in: "x", "y"`',
  ],
  [
    limit('not_in: ["x"]'),
    limit('not_in: ["x", "y"]'),
    "major",
    'The rule of `MakeRequest.a` changed from `string.not_in: "x"` to `string.not_in: "x", "y"`',
  ],
  [
    limit('pattern: "^a*$"'),
    limit('pattern: "^a+$"'),
    "major",
    'The rule of `MakeRequest.a` changed from `string.pattern: "^a*$"` to `string.pattern: "^a+$"`',
  ],
  // One bound that is written otherwise.
  [
    number("lt: 5"),
    number("lte: 5"),
    "minor",
    "The rule of `MakeRequest.a` changed from `int32.lt: 5` to `int32.lte: 5`",
  ],
  [
    number("gte: 5"),
    number("gt: 5"),
    "major",
    "The rule of `MakeRequest.a` changed from `int32.gte: 5` to `int32.gt: 5`",
  ],
  [
    number("lt: 5"),
    number("lte: 3"),
    "major",
    "The rule of `MakeRequest.a` changed from `int32.lt: 5` to `int32.lte: 3`",
  ],
  [plain, "string a = 1 [(buf.validate.field).required = true];", "major", "`MakeRequest.a` is now required"],
  [
    "string a = 1 [(buf.validate.field).required = true];",
    plain,
    "minor",
    "`MakeRequest.a` is no longer required",
  ],
  [
    plain,
    "string a = 1 [(acme.field_behavior) = BEHAVIOR_REQUIRED];",
    "major",
    "`MakeRequest.a` is now `REQUIRED`",
  ],
  // A new field.
  [plain, `${plain} string b = 2;`, "minor", "`MakeRequest.b` is new"],
  [
    plain,
    `${plain} string b = 2 [(buf.validate.field).required = true];`,
    "major",
    "`MakeRequest.b` is new. It is now required",
  ],
  [
    plain,
    `${plain} string b = 2 [(acme.field_behavior) = BEHAVIOR_REQUIRED];`,
    "major",
    "`MakeRequest.b` is new. It is now required",
  ],
  [
    plain,
    `string b = 2 [(buf.validate.field).required = true];|| ${plain}`,
    "major",
    "`Spec.b` is new. It is now required",
  ],
  [plain, `${plain} /* LISTED */`, "minor", "`DiskList.more` is new"],
  // Oneofs and messages.
  [
    "oneof o { string a = 1; }",
    "oneof o { option (buf.validate.oneof).required = true; string a = 1; }",
    "major",
    "`MakeRequest.o` is now required",
  ],
  [
    "oneof o { string a = 1; }",
    "oneof p { option (buf.validate.oneof).required = true; string a = 1; }",
    "major",
    "`MakeRequest.o` was renamed to `p`; `MakeRequest.p` is now required",
  ],
  [
    "oneof o { option (buf.validate.oneof).required = true; string a = 1; }",
    "oneof p { option (buf.validate.oneof).required = true; string a = 1; string b = 2; }",
    "major",
    "`MakeRequest.a` moved from the oneof `o` to `p`; `MakeRequest.o` was removed; `MakeRequest.p` is new",
  ],
  [
    "",
    "oneof o { option (buf.validate.oneof).required = true; string a = 1; }",
    "major",
    "`MakeRequest.o` is new. It is now required",
  ],
  [
    limit("max_len: 9"),
    limit("max_len: 8").replace("string a", "string b"),
    "major",
    "`MakeRequest.a` was renamed to `b`; The rule of `MakeRequest.b` changed from `string.max_len: 9` to `string.max_len: 8`",
  ],
  [
    "oneof o { string a = 1; }",
    "oneof o { option (acme.oneof_behavior) = BEHAVIOR_IMMUTABLE; string a = 1; }",
    "major",
    "`MakeRequest.o` is now `IMMUTABLE`",
  ],
  [
    plain,
    `option (buf.validate.message).cel = {id: "x", expression: "true"}; ${plain}`,
    "major",
    '`MakeRequest` now has the rule `cel:x: "true"`',
  ],
  [
    `option (buf.validate.message).oneof = {fields: ["a"], required: true}; ${plain}`,
    `option (buf.validate.message).oneof = {fields: ["a"]}; ${plain}`,
    "minor",
    'The rule of `MakeRequest` changed from `oneof a: "exactly one"` to `oneof a: "at most one"`',
  ],
];

describe("rules that change", () => {
  let files: readonly FileDescriptorProto[];
  beforeAll(() => {
    const texts = rows.flatMap(([before, after]) => [before, after]);
    const own = texts.map((text, index) => [`c${index}/a.proto`, version(text, `c${index}.v1`)] as const);
    files = compileProtos({ ...shared, ...Object.fromEntries(own) });
    for (const file of files) {
      const first = /^(c\d+)\//.exec(file.name)?.[1];
      if (first !== undefined) Object.assign(file, { from: first }, renamed(file, first));
    }
  });

  const apiOf = (index: number) => {
    const isOwn = (file: FileDescriptorProto): boolean => {
      const from = (file as { readonly from?: string }).from;
      return from === undefined || from === `c${index}`;
    };
    return readApi({ files: files.filter(isOwn), apiDomain: undefined });
  };
  const changesOf = (index: number, knowledge?: ApiFacts) => {
    const isShown = (file: string): boolean => file.endsWith("disk.proto");
    return toChanges(compareApis(apiOf(2 * index), apiOf(2 * index + 1), isShown, knowledge), "api");
  };

  it.each(rows.map((row, index) => [...row, index] as const))(
    "from %s to %s",
    (_, __, step, words, index) => {
      const changes = changesOf(index, { areRulesBreaking: true });
      expect([changes[0]?.step, changes.map((one) => one.sentences.join(". ")).join("; ")]).toEqual([
        step,
        words,
      ]);
    },
  );

  it("take a minor step by default", () => {
    const steps = rows.map((_, index) => changesOf(index)[0]?.step);
    // Behaviors and names are not a matter of rules.
    const isOther = (index: number): boolean =>
      /is now `(?:REQUIRED|IMMUTABLE)`|renamed|moved/.test(rows[index]?.[3] ?? "");
    expect(steps.filter((step, index) => step === "major" && !isOther(index))).toEqual([]);
  });
});

describe("rules that tighten", () => {
  const [before, after] = [limit("max_len: 9"), limit("max_len: 8")];
  const protosOf = (request: string, packageName: string, more = ""): FileDescriptorProto[] =>
    compileProtos({ ...shared, "acme/a.proto": version(request, packageName, more) });

  const sdkOf = async (request: string, options = "session_name=Acme", more = ""): Promise<SdkFiles> => {
    const generate = ["acme/a.proto", "acme/options.proto"];
    const sent = requestOf(protosOf(request, "acme.v1", more), { parameter: options, generate });
    const { files, error } = await runPlugin(sent);
    expect(error).toBe("");
    return { label: request, files: new Map(Object.entries(files)) };
  };

  it("are read from what an SDK carries", async () => {
    const facts = { areRulesBreaking: true };
    const { step, changes } = await diffSdks(await sdkOf(before), await sdkOf(after), facts);
    expect([step, ...changes.flatMap(({ reasons, fixes }) => [...reasons, ...fixes])]).toEqual([
      "major",
      "Servers may reject requests that they accepted before",
      "Send only values that meet the new rule",
    ]);
  });

  const [free, asked] = ["Spec held = 3;", "Spec held = 3 [(buf.validate.field).required = true];"];

  it("are told once, also if the types of calls ask for the field from then on", async () => {
    const { changes } = await diffSdks(await sdkOf(free), await sdkOf(asked));
    expect(changes.map(({ step, sentences }) => [step, ...sentences])).toEqual([
      ["major", "`held` is now required in calls of `Disks.Make`"],
    ]);
    const { changes: back } = await diffSdks(await sdkOf(asked), await sdkOf(free));
    expect(back.map(({ step, sentences }) => [step, ...sentences])).toEqual([
      ["minor", "`MakeRequest.held` is no longer required"],
    ]);
  });

  it("are not told of a message that is new", async () => {
    const find = `rpc Find(FindRequest) returns (DiskList); }
      message FindRequest { Spec held = 3 [(buf.validate.field).required = true]; `;
    const { step } = await diffSdks(await sdkOf(plain), await sdkOf(plain, "session_name=Acme", find));
    expect(step).toBe("minor");
  });

  it("are told if only the types change, since the SDK is written with another option", async () => {
    const docs = await sdkOf(asked, "session_name=Acme,required=docs");
    const { changes } = await diffSdks(docs, await sdkOf(asked));
    expect(changes.map(({ step, sentences }) => [step, ...sentences])).toEqual([
      ["major", "`held` is now required in calls of `Disks.Make`"],
    ]);
  });

  it("take a minor step in a version that is not stable", () => {
    const [old, now] = [before, after].map((request) =>
      readApi({ files: protosOf(request, "acme.v1beta1"), apiDomain: undefined }),
    );
    const facts = { areRulesBreaking: true };
    const findings = old && now ? compareApis(old, now, (file) => file === "acme/a.proto", facts) : [];
    expect(toChanges(findings, "api").map(({ step }) => step)).toEqual(["minor"]);
  });
});
