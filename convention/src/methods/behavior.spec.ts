import { describe, expect, it } from "vitest";
import { fieldBehaviors, methodBehaviors } from "./behavior.js";
import { isUpdate } from "./method.js";
import { compileApi, withApis } from "../protos.fixture.js";

const service = (...values: readonly string[]) => {
  const marks = values.map((value) => `option (acme.method_behavior) = ${value};`);
  return `message M {} service S { rpc Replace(M) returns (M) { ${marks.join(" ")} } }`;
};
const methodOption = (enumName: string, values: string, label = "") =>
  `extend google.protobuf.MethodOptions { ${label} ${enumName} method_behavior = 50001; } enum ${enumName} { NO_WORD = 0; ${values} }`;

/** The spellings that real APIs use: the words of the enum whole, in part, others or none. */
const methodSpellings = ["", "repeated"].flatMap((label) =>
  [
    ["MethodBehavior", "METHOD_BEHAVIOR_UPDATER"],
    ["MethodBehavior", "METHOD_UPDATER"],
    ["MethodBehavior", "UPDATER"],
    ["MethodBehaviour", "METHOD_BEHAVIOUR_UPDATER"],
    ["Kind", "METHOD_BEHAVIOR_UPDATER"],
    ["RPCBehavior", "RPC_BEHAVIOR_UPDATER"],
    ["behavior", "behavior_updater"],
  ].map(([enumName = "", value = ""]) => ({ label, enumName, value })),
);

describe("a method is marked UPDATER", () => {
  it.each(
    withApis(
      methodSpellings,
      ({ value }) => service(value),
      ({ label, enumName, value }) => methodOption(enumName, `${value} = 7;`, label),
    ),
  )("by %j", (_, { method, options }) => {
    expect(methodBehaviors(method("Replace"), options)).toEqual(["UPDATER"]);
    expect(isUpdate(method("Replace"), options)).toBe(true);
  });

  const others = [
    "NOT_UPDATER",
    "METHOD_NON_UPDATER",
    "METHOD_NO_UPDATER",
    "SUPERUPDATER",
    "UPDATER_OF_NOTHING",
    "UPDATE",
  ];
  it.each(
    withApis(
      others,
      (value) => service(value),
      (value) => methodOption("MethodBehavior", `${value} = 7;`),
    ),
  )("and not by %s", (_, { method, options }) => {
    expect(methodBehaviors(method("Replace"), options)).toEqual([]);
    expect(isUpdate(method("Replace"), options)).toBe(false);
  });

  it("beside others", () => {
    const values = ["METHOD_PAGINATED", "METHOD_UPDATER", "METHOD_WITHOUT_GET", "METHOD_UNSPECIFIED"];
    const declared = values.map((value, index) => `${value} = ${index + 1};`).join(" ");
    const { method, options } = compileApi(service(...values), methodOption("B", declared, "repeated"));
    expect(methodBehaviors(method("Replace"), options)).toEqual([
      "UPDATER",
      "PAGINATED",
      "WITHOUT_GET",
      "UNSPECIFIED",
    ]);
  });
});

describe("a field's behavior", () => {
  const rows = [
    ["FieldBehavior", "FIELD_BEHAVIOR_IMMUTABLE", "IMMUTABLE"],
    ["FieldBehavior", "FIELD_IMMUTABLE", "IMMUTABLE"],
    ["FieldBehavior", "IMMUTABLE", "IMMUTABLE"],
    ["Behavior", "FIELD_IMMUTABLE", "IMMUTABLE"],
    ["FieldBehaviour", "FIELD_BEHAVIOUR_INPUT_ONLY", "INPUT_ONLY"],
    ["FieldBehavior", "FIELD_OUTPUT_ONLY", "OUTPUT_ONLY"],
    ["FieldBehavior", "FIELD_IDENTIFIER", "IDENTIFIER"],
    ["FieldBehavior", "REQUIRED", "REQUIRED"],
    ["FieldBehavior", "FIELD_BEHAVIOR_REQUIRED", "REQUIRED"],
    ["FieldBehavior", "FIELD_REQUIRED", "REQUIRED"],
    ["FieldBehavior", "NON_EMPTY_DEFAULT", "NON_EMPTY_DEFAULT"],
    ["FieldBehavior", "FIELD_NOT_IMMUTABLE", "NOT_IMMUTABLE"],
    ["FieldBehavior", "FIELD_BEHAVIOR", "BEHAVIOR"],
    ["FieldBehavior", "FIELD_UNSPECIFIED", undefined],
    ["FieldBehavior", "FIELD_BEHAVIOR_UNSPECIFIED", undefined],
  ] as const;

  it.each(
    withApis(
      rows,
      ([, value]) => `message M { string a = 1 [(acme.field_behavior) = ${value}]; }`,
      ([enumName, value]) =>
        `extend google.protobuf.FieldOptions { repeated ${enumName} field_behavior = 50001; } enum ${enumName} { NO_WORD = 0; ${value} = 7; }`,
    ),
  )("of an enum, by a value of it: %j", ([, , want], { field, options }) => {
    expect(fieldBehaviors(field("a"), options)).toEqual(want === undefined ? [] : [want]);
  });
});
