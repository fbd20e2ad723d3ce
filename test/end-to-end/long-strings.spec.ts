import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { dataOf, type Agent, planOf } from "../mcp/connect.fixture.js";
import { openPlace, type Place } from "../mcp/place.fixture.js";

/** An API whose 64-bit integers are strings in TypeScript, the version of its resources among them. */
const proto = `syntax = "proto3";
package depot.v1;
import "buf/validate/validate.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 60001; }
service BoxService {
  option (api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc List(ListBoxesRequest) returns (ListBoxesResponse);
  rpc Update(UpdateBoxRequest) returns (Box);
}
message CreateBoxRequest { Metadata metadata = 1; Spec spec = 2; }
message UpdateBoxRequest { Metadata metadata = 1; Spec spec = 2; }
message GetBoxRequest { string id = 1; }
message ListBoxesRequest { string parent_id = 1; int64 page_size = 2 [jstype = JS_STRING]; string page_token = 3; string filter = 4; }
message ListBoxesResponse { repeated Box items = 1; string next_page_token = 2; }
message Box { Metadata metadata = 1; Spec spec = 2; }
message Metadata { string id = 1; string name = 2; string parent_id = 3; int64 resource_version = 4 [jstype = JS_STRING]; }
message Spec {
  int64 size_bytes = 1 [jstype = JS_STRING, (buf.validate.field).int64 = {gte: 0, lte: 9007199254740999}];
  repeated fixed64 serials = 2 [jstype = JS_STRING];
  optional sint64 offset = 3 [jstype = JS_STRING];
  oneof limit { uint64 quota = 4 [jstype = JS_STRING]; bool unlimited = 5; }
  int64 inexact = 6 [jstype = JS_NUMBER];
}
`;

/** Beyond what a number holds exactly. */
const large = "9007199254740993";

interface Box {
  readonly metadata: { readonly id: string; readonly resourceVersion: string };
  spec: { sizeBytes: unknown; serials: string[]; offset?: string; limit?: unknown; inexact: bigint };
}

interface Boxes {
  create(request: object): Promise<Box>;
  get(request: object): Promise<Box>;
  update(request: object): Promise<Box>;
  modify(request: object, change: (box: Box) => void): Promise<Box>;
  listAll(request: object): { toArray(): Promise<readonly Box[]> };
}

interface Depot {
  readonly boxes: Boxes;
  readonly check: (type: unknown, message: object) => Promise<readonly object[]>;
  readonly Spec: unknown;
}

async function openDepot(place: Place): Promise<Depot> {
  const { sdk, env, settings } = await place.options();
  const [top, types] = await Promise.all([sdk.load("."), sdk.load("./depot/v1")]);
  const { Odd, staticToken, check } = top as Record<string, new (options: object) => object> & {
    staticToken: (token: string) => unknown;
    check: Depot["check"];
  };
  const session = new Odd!({ ...settings, credentials: staticToken(env!["ODD_TOKEN"]!) });
  const { BoxServiceClient, Spec } = types as Record<string, new (session: object) => Boxes>;
  return { boxes: new BoxServiceClient!(session), check, Spec };
}

let place: Place;
let depot: Depot;
beforeAll(async () => {
  place = await openPlace({ "buf/validate/validate.proto": validateProto, "depot/v1/depot.proto": proto });
  depot = await openDepot(place);
});
afterAll(() => place?.[Symbol.asyncDispose]());

describe("64-bit integers with jstype = JS_STRING", () => {
  it("are strings with all digits in what a client sends and receives, wherever they are", async () => {
    const spec = { sizeBytes: large, serials: ["18446744073709551615"], offset: "-1", inexact: 7 };
    const box = await depot.boxes.create({ spec: { ...spec, limit: { $case: "quota", value: large } } });
    expect(box.spec).toMatchObject({
      ...spec,
      inexact: 7n,
      limit: { $case: "quota", value: large },
    });
    expect(box.metadata.resourceVersion).toBe("1");
  });

  it.each([
    ["a safe integer", 5, "5"],
    ["a bigint", 6n, "6"],
    ["digits with zeros in front", "007", "7"],
  ])("take %s from JavaScript", async (_, given, got) => {
    expect((await depot.boxes.create({ spec: { sizeBytes: given } })).spec.sizeBytes).toBe(got);
  });

  it.each([["12a"], [""], ["1.5"], [0.5], [2 ** 53], ["9223372036854775808"]])("refuse %j", async (given) => {
    const refused = depot.boxes.create({ spec: { sizeBytes: given } });
    await expect(refused).rejects.toThrow(
      /spec\.sizeBytes: an integer from -9223372036854775808 to 9223372036854775807 as a string is needed, got /,
    );
  });

  it("are modified, and cleared, by the mask of the change", async () => {
    const { metadata } = await depot.boxes.create({
      spec: { sizeBytes: large, serials: ["1"], offset: "3" },
    });
    const id = { id: metadata.id };
    await depot.boxes.modify(id, (box) => {
      box.spec.sizeBytes = "0";
      box.spec.offset = "0";
      box.spec.serials.push("2");
    });
    const { spec } = await depot.boxes.get(id);
    expect(spec).toMatchObject({ sizeBytes: "0", offset: "0", serials: ["1", "2"] });
    await depot.boxes.modify(id, (box) => void (box.spec.sizeBytes = 4));
    expect((await depot.boxes.get(id)).spec.sizeBytes).toBe("4");
  });

  it("are refused if another writer changed the resource of an update in between", async () => {
    const { metadata, spec } = await depot.boxes.create({ spec: { sizeBytes: "1" } });
    await depot.boxes.update({ metadata, spec: { ...spec, sizeBytes: "2" } });
    const late = depot.boxes.update({ metadata, spec: { ...spec, sizeBytes: "3" } });
    await expect(late).rejects.toMatchObject({ code: expect.anything() });
    const all = await depot.boxes.listAll({ pageSize: "2" }).toArray();
    expect(all.find((one) => one.metadata.id === metadata.id)?.spec.sizeBytes).toBe("2");
  });

  it("keep the API's rules as integers", async () => {
    expect(await depot.check(depot.Spec, { sizeBytes: "9007199254740999" })).toEqual([]);
    expect(await depot.check(depot.Spec, { sizeBytes: "9007199254741000" })).toMatchObject([
      { path: "size_bytes", rule: "int64.gte_lte" },
    ]);
    expect(await depot.check(depot.Spec, { sizeBytes: "-1" })).toHaveLength(1);
  });

  it("are flags, filters and numbers of queries on the command line", async () => {
    const made = await place.command(`depot box create --spec.size-bytes ${large} --spec.serials 8 -o json`);
    expect(made).toMatchObject({ code: 0, said: "" });
    expect(JSON.parse(made.out).spec).toMatchObject({ sizeBytes: large, serials: ["8"] });
    const list = [
      "depot",
      "box",
      "list",
      "--filter",
      `spec.size_bytes = ${large}`,
      "--query",
      "items[].spec.sizeBytes",
    ];
    const { out } = await place.command([...list, "-o", "json"]);
    expect(JSON.parse(out)).toContain(large);
    const sum = await place.command([
      "depot",
      "box",
      "list",
      "--query",
      "max(items[].spec.sizeBytes)",
      "-o",
      "json",
    ]);
    expect(JSON.parse(sum.out)).toBe(large);
  });

  it("are planned and applied by an agent", async () => {
    const agent: Agent = await place.open({ allow: ["create", "change"] });
    const request = { spec: { sizeBytes: large } };
    const plan = planOf(await agent.call("plan", { method: "box/create", request }));
    expect(plan.summary).toContain(large);
    const done = dataOf(await agent.call("apply", plan));
    expect(JSON.stringify(done)).toContain(`"${large}"`);
  });
});
