import { describe, expect, it } from "vitest";
import { statedProtos } from "../../../../test/types/stated.fixture.js";
import { acmeFile, acmeOptions, generateFrom } from "../request.fixture.js";
import { describeProtos, methodOf } from "./describe.fixture.js";

const described = describeProtos(statedProtos());

/** Names of the messages of a set. */
const namesOf = (messages: Iterable<{ readonly name: string }>): string[] =>
  [...messages].map(({ name }) => name).sort();

describe("the types of calls", () => {
  it("differ for messages that demand something or hold what only the server writes, and for those that hold one", () => {
    const { inputs, demanding, wholes } = described.inputs;
    expect(namesOf(inputs)).toEqual([
      "CreateVmRequest",
      "Disk",
      "ImportRequest",
      "Metadata",
      "PatchRequest",
      "Spec",
    ]);
    expect(namesOf(demanding)).toEqual(["CreateVmRequest", "Disk", "ImportRequest", "PatchRequest", "Spec"]);
    expect(namesOf(wholes)).toEqual(["Disk", "Metadata", "Spec", "UpdateVmRequest"]);
  });

  it("are named after what they are the input of", () => {
    expect(methodOf(described, "Create").input?.name).toBe("CreateVmInput");
    expect(methodOf(described, "Update").input).toBeUndefined();
    expect(methodOf(described, "Update").whole?.name).toBe("UpdateVmWhole");
    expect(methodOf(described, "Find").input).toBeUndefined();
  });

  it.each([
    ["v1", "", 5],
    ["v1beta1", "", 0],
    ["v1beta1", "required=types", 5],
    ["v1", "required=docs", 0],
  ])("demand what is required in a version %s with the options %j", (version, options, count) => {
    const { inputs } = describeProtos(statedProtos(version), options);
    expect(inputs.demanding.size).toBe(count);
    expect(namesOf(inputs.wholes)).toContain("Spec");
  });

  it("are those of messages where nothing is called", () => {
    const { inputs } = describeProtos(statedProtos(), "clients=false");
    expect(inputs.inputs.size + inputs.wholes.size).toBe(0);
  });
});

describe("the name of such a type", () => {
  const nameOf = (messages: string, request: string): string | undefined => {
    const service = `message R {} service S { option (acme.api_service_name) = "s"; rpc Do(${request}) returns (R); }`;
    const options = `import "google/protobuf/descriptor.proto"; extend google.protobuf.FieldOptions { Kind field_behavior = 60001; } enum Kind { NONE = 0; OUTPUT_ONLY = 1; }`;
    const at = describeProtos({
      "acme/options.proto": acmeOptions,
      "acme/v1/a.proto": acmeFile(`${options} ${messages} ${service}`),
    });
    return methodOf(at, "Do").input?.name;
  };
  const field = "{ int32 a = 1 [(field_behavior) = OUTPUT_ONLY]; }";

  it.each([
    ["DoInput", `message DoRequest ${field}`, "DoRequest"],
    ["DoInput$", `message DoRequest ${field} message DoInput {}`, "DoRequest"],
    ["DoRequestInput", `message DoRequest ${field} message Do {}`, "DoRequest"],
    ["RequestInput", `message Request ${field}`, "Request"],
    ["ThingInput", `message Thing ${field}`, "Thing"],
    ["Outer_InnerInput", `message Outer { message Inner ${field} }`, "Outer.Inner"],
  ])("is %s in an API with %s", (want, messages, request) => {
    expect(nameOf(messages, request)).toBe(want);
  });
});

describe("an API that states nothing", () => {
  it("is generated as it was", async () => {
    const protos = { "acme/options.proto": acmeOptions, "acme/v1/a.proto": acmeFile(plain) };
    const [without, types] = await Promise.all(
      ["", "required=types"].map((parameter) => generateFrom(protos, { parameter })),
    );
    const text = without?.files["acme/v1/a.ts"] ?? "";
    expect(text).not.toMatch(/InputOf|unsent|Whole\b/);
    expect(types?.files["acme/v1/a.ts"]).toBe(text);
  });
});

const plain = `message Do { string a = 1; Part part = 2; } message Part { int32 b = 1; }
  service S { option (acme.api_service_name) = "s"; rpc Make(Do) returns (Part); }`;
