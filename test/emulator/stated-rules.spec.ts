import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildImage } from "../../convention/src/proto-image.fixture.js";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { openCloud, type TestCloud } from "../../emulator/src/emulator.fixture.js";

const rule = "(buf.validate.field)";

/** What a variant of the API states. */
interface Statements {
  readonly spec?: string;
  readonly update?: string;
  readonly parent?: string;
  readonly state?: string;
}

/** The variants by their packages. All of them are served by one emulator. */
const variants: Statements[] = [];

function addVariant(statements: Statements): string {
  return `acme.v${variants.push(statements)}`;
}

function protoFile(
  { spec = "int64 size = 1;", update = "", parent = "string parent_id = 1;", state = "State" }: Statements,
  index: number,
): string {
  return `syntax = "proto3"; package acme.v${index + 1}; import "buf/validate/validate.proto"; import "options.proto";
    enum ${state} { INSTANCE_STATE_UNSPECIFIED = 0; INSTANCE_STATE_RUNNING = 1; INSTANCE_STATE_SHUT_DOWN = 2; }
    message Meta { string id = 1; string parent_id = 2; string name = 3; int64 resource_version = 4; }
    message Spec { ${spec} }
    message Status { ${state} state = 1; repeated ${state} past = 2; }
    message Disk { Meta metadata = 1; Spec spec = 2; Status status = 3; }
    message CreateDiskRequest { Meta metadata = 1; Spec spec = 2; }
    message UpdateDiskRequest { Meta metadata = 1; Spec spec = 2 ${update}; }
    message DiskId { string id = 1; }
    message ListDisksRequest { ${parent} string filter = 2; }
    message ListDisksResponse { repeated Disk disks = 1; }
    service DiskService {
      option (acme.api_service_name) = "compute";
      rpc Create(CreateDiskRequest) returns (Disk); rpc Get(DiskId) returns (Disk);
      rpc Update(UpdateDiskRequest) returns (Disk); rpc List(ListDisksRequest) returns (ListDisksResponse);
    }`;
}

const options = `syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
  extend google.protobuf.ServiceOptions { string api_service_name = 60001; }
  extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 60003; }
  enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; FIELD_BEHAVIOR_OPTIONAL = 1; FIELD_BEHAVIOR_REQUIRED = 2; FIELD_BEHAVIOR_MEANINGFUL_EMPTY_VALUE = 6; }`;

let cloud: TestCloud;
let image: Uint8Array;
beforeAll(async () => {
  const files = Object.fromEntries(
    variants.map((one, index) => [`v${index + 1}.proto`, protoFile(one, index)]),
  );
  image = buildImage({ ...files, "options.proto": options, "buf/validate/validate.proto": validateProto });
  cloud = await openCloud({ image });
});
beforeEach(() => cloud.emulator.reset());
afterAll(() => cloud[Symbol.asyncDispose]());

const required = "[(acme.field_behavior) = FIELD_BEHAVIOR_REQUIRED]";
const create = { metadata: { parentId: "p", name: "d" } };

describe("a Create without a spec", () => {
  it.each<[what: string, spec: string, want: object]>(
    [
      ["has an empty one, where the API has no rules for it", "int64 size = 1;", { spec: {} }],
      ["has none, where a field of it is required", `string type = 1 [${rule}.required = true];`, {}],
      ["has none, where a rule refuses zero", `int64 size = 1 [${rule}.int64.gt = 0];`, {}],
      [
        "has none, where a oneof is required",
        `oneof size { option (buf.validate.oneof).required = true; int64 bytes = 1; int64 blocks = 2; }`,
        {},
      ],
      [
        "has none, where an expression refuses it",
        `option (buf.validate.message).cel = {id: "a", message: "a", expression: "this.size > 0"}; int64 size = 1;`,
        {},
      ],
      ["has none, where a nested message is required", `Meta inner = 1 [${rule}.required = true];`, {}],
      ["has none, where a field has the behavior REQUIRED", `string type = 1 ${required};`, {}],
    ].map(
      ([what, spec, want]) => [what, addVariant({ spec: spec as string }), want] as [string, string, object],
    ),
  )("%s, and what was read can be sent back", async (_, name, want) => {
    const made = await cloud.must(`${name}.DiskService/Create`, create);
    const id = (made["metadata"] as { id: string }).id;
    const { metadata = {}, spec } = await cloud.must(`${name}.DiskService/Get`, { id });
    expect(spec === undefined ? {} : { spec }).toEqual(want);
    const update = { metadata, ...(spec === undefined ? {} : { spec }) };
    const headers = { "X-ResetMask": "spec" };
    expect(await cloud.call(`${name}.DiskService/Update`, update, { headers })).toMatchObject({ code: "OK" });
  });

  const strict = addVariant({
    spec: `string type = 1 [${rule}.required = true];`,
    update: `[${rule}.required = true]`,
  });

  it("is refused, where an Update could never send the resource back", async () => {
    const outcome = await cloud.call(`${strict}.DiskService/Create`, create);
    expect([outcome.code, outcome.message]).toEqual(["INVALID_ARGUMENT", expect.stringContaining("spec")]);
    expect(await cloud.emulator.export()).toBe("");
  });

  it("has no spec that lacks required fields, also when rules are not checked", async () => {
    await using unchecked = await openCloud({ image, validate: "off" });
    expect(await unchecked.must(`${strict}.DiskService/Create`, create)).not.toHaveProperty("spec");
  });
});

describe("a List whose parent is empty", () => {
  const list = async (name: string, parents: readonly string[]) => {
    for (const parentId of parents)
      await cloud.must(`${name}.DiskService/Create`, { metadata: { parentId } });
    const { code, response } = await cloud.call(`${name}.DiskService/List`, {});
    return code === "OK" ? ((response["disks"] ?? []) as unknown[]).length : code;
  };
  const plain = addVariant({ parent: "string parent_id = 1;" });
  const requiring = addVariant({ parent: `string parent_id = 1 ${required};` });
  const behavior = (value: string): string =>
    addVariant({ parent: `string parent_id = 1 [(acme.field_behavior) = FIELD_BEHAVIOR_${value}];` });

  it.each<[what: string, name: string, want: string | number]>([
    ["is refused if the API says nothing", plain, "INVALID_ARGUMENT"],
    [
      "is refused if the API requires a parent",
      addVariant({ parent: `string parent_id = 1 [${rule}.required = true];` }),
      "INVALID_ARGUMENT",
    ],
    ["is refused if the parent is REQUIRED", requiring, "INVALID_ARGUMENT"],
    ["lists all if the parent is optional", addVariant({ parent: "optional string parent_id = 1;" }), 3],
    ["lists all if the parent is OPTIONAL", behavior("OPTIONAL"), 3],
    ["lists all if an empty parent has a meaning", behavior("MEANINGFUL_EMPTY_VALUE"), 3],
    [
      "lists all if its rules ignore an empty parent",
      addVariant({
        parent: `string parent_id = 1 [${rule} = {string: {min_len: 3}, ignore: IGNORE_IF_ZERO_VALUE}];`,
      }),
      3,
    ],
    ["lists all if requests name no parent", addVariant({ parent: "" }), 3],
  ])("%s", async (_, name, want) => {
    expect(await list(name, ["p", "p", "q"])).toBe(want);
  });

  it("lists the resources of the only parent if the API says nothing, and none if it requires a parent", async () => {
    expect(await list(plain, ["p", "p"])).toBe(2);
    expect(await list(requiring, ["p"])).toBe("INVALID_ARGUMENT");
  });
});

describe("a filter", () => {
  it.each([
    ["State", addVariant({ state: "State" })],
    ["InstanceState", addVariant({ state: "InstanceState" })],
  ])("takes values of an enum %s by both names, and by no other", async (_, name) => {
    await cloud.emulator.seedText(
      ["RUNNING", "SHUT_DOWN"]
        .map(
          (value) =>
            `$resource: ${name}.Disk\nmetadata: { parentId: p, name: ${value} }\nstatus: { state: INSTANCE_STATE_${value}, past: [INSTANCE_STATE_RUNNING] }\n`,
        )
        .join("---\n"),
    );
    const names = async (filter: string) => {
      const { code, response } = await cloud.call(`${name}.DiskService/List`, { parentId: "p", filter });
      return code === "OK"
        ? ((response["disks"] ?? []) as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)
        : code;
    };
    for (const value of ["RUNNING", "INSTANCE_STATE_RUNNING"]) {
      expect(await names(`status.state = ${value}`)).toEqual(["RUNNING"]);
      expect(await names(`status.state != ${value}`)).toEqual(["SHUT_DOWN"]);
      expect(await names(`status.state:${value}`)).toEqual(["RUNNING"]);
      expect(await names(`status.past:${value}`)).toEqual(["RUNNING", "SHUT_DOWN"]);
    }
    expect(await names("status.state = (SHUT_DOWN OR INSTANCE_STATE_RUNNING)")).toEqual([
      "RUNNING",
      "SHUT_DOWN",
    ]);
    expect(await names("shut_down")).toEqual(["SHUT_DOWN"]);
    expect(await names("status.state = DOWN")).toBe("INVALID_ARGUMENT");
    expect(await names("status.state = STATE_RUNNING")).toBe("INVALID_ARGUMENT");
  });
});
