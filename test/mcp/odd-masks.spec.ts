import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { type Agent, dataOf, planOf } from "./connect.fixture.js";
import { openPlace, type Place } from "./place.fixture.js";

/** Names that the JSON form of a field mask cannot carry, and an answer with values that JSON cannot represent. */
const shop = `syntax = "proto3";
package shop.v1;
import "google/api/client.proto"; import "google/api/field_behavior.proto"; import "google/api/resource.proto";
import "google/protobuf/duration.proto"; import "google/protobuf/field_mask.proto"; import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
service Shop {
  option (google.api.default_host) = "shop.example.com";
  rpc GetItem(GetItemRequest) returns (Item);
  rpc CreateItem(CreateItemRequest) returns (Item);
  rpc UpdateItem(UpdateItemRequest) returns (Item);
  rpc ListChanges(ListChangesRequest) returns (ListChangesResponse);
}
message Item {
  option (google.api.resource) = { type: "shop.example.com/Item" pattern: "items/{item}" };
  string name = 1 [(google.api.field_behavior) = REQUIRED];
  string custom_label_0 = 2; string quartile_25_thing = 3; Inner inner_1 = 4; map<string, string> labels = 5;
  string _odd = 6; string fooBar = 7; string title = 8; string a__b = 9; Kind1 kind_1 = 10; optional int32 size_2x = 11;
  repeated string tags_3 = 12;
}
enum Kind1 { KIND1_UNSPECIFIED = 0; KIND1_BIG = 1; }
message Inner { string x_1 = 1; string ok = 2; }
message GetItemRequest { string name = 1 [(google.api.field_behavior) = REQUIRED]; }
message CreateItemRequest { string item_id = 1; Item item = 2; }
message UpdateItemRequest { Item item = 1 [(google.api.field_behavior) = REQUIRED]; google.protobuf.FieldMask update_mask = 2; }
message ListChangesRequest { int32 page_size = 1; string page_token = 2; }
message ListChangesResponse { repeated Change changes = 1; string next_page_token = 2; }
message Change {
  string id = 1; google.protobuf.FieldMask mask = 2; google.protobuf.Timestamp at = 3;
  google.protobuf.Duration took = 4; google.protobuf.Struct data = 5;
}`;

const name = "items/i";

describe("a mask that JSON cannot carry", () => {
  let place: Place;
  let agent: Agent;
  beforeAll(async () => {
    const google = Object.entries(libraryFiles()).filter(([path]) => path.startsWith("google/"));
    place = await openPlace({ ...Object.fromEntries(google), "shop/v1/shop.proto": shop });
    agent = await place.open({ allow: ["create", "change"] });
    const made = await place.command("shop shop create-item --item-id i --title T --labels old=1 --tags-3 a");
    expect(made).toMatchObject({ code: 0, said: "" });
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  const sentMask = (): unknown => {
    const sent = place.emulator.calls().findLast(({ method }) => method.endsWith("/UpdateItem"));
    return (sent?.message as { readonly updateMask?: unknown } | undefined)?.updateMask;
  };

  it.each<[flags: string, set: object, mask: string]>([
    ["--labels Env=prod", { "labels.Env": "prod" }, "labels.Env"],
    ["--labels k_1=x", { "labels.k_1": "x" }, "labels.k_1"],
    ["--labels a_b=x", { "labels.a_b": "x" }, "labels.a_b"],
    ["--custom-label-0 x", { customLabel0: "x" }, "custom_label_0"],
    ["--quartile-25-thing x", { quartile25Thing: "x" }, "quartile_25_thing"],
    ["--inner-1.x-1 x", { "inner1.x1": "x" }, "inner_1"],
    ["--foo-bar x", { fooBar: "x" }, "fooBar"],
    ["--kind-1 big", { kind1: "KIND1_BIG" }, "kind_1"],
    ["--size-2x 0", { size2x: 0 }, "size_2x"],
    ["--tags-3 b", { tags3: ["b"] }, "tags_3"],
  ])("is shown as it is sent, by a dry run and by a plan: %s", async (flags, set, mask) => {
    place.emulator.clearCalls();
    const dry = await place.command(`shop shop update-item ${name} ${flags} --dry-run`);
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining(`updateMask: ${mask}\n`) });
    const json = await place.command(`shop shop update-item ${name} ${flags} --dry-run -o json`);
    expect(JSON.parse(json.out).request.updateMask).toBe(mask);
    const asked = await agent.call("plan", { method: "shop/shop/update-item", request: { name }, set });
    expect(dataOf(asked)).toMatchObject({ request: { updateMask: mask } });
    expect(sentMask()).toBeUndefined();
    expect((await agent.call("apply", planOf(asked))).isError).toBe(false);
    // The report is JSON, whose form of masks can carry the path `labels.a_b`.
    expect(sentMask()).toBe(mask === "labels.a_b" ? "labels.aB" : mask);
    const read = await place.command(`shop shop get-item ${name} -o json`);
    expect(read.code).toBe(0);
    const again = await place.command(`shop shop update-item ${name} ${flags} --dry-run`);
    expect(again.out).not.toContain("updateMask");
  });

  it("and each other value that JSON cannot represent leaves the rest of an answer readable", async () => {
    const good = { id: "good", mask: { paths: ["title"] }, at: { seconds: 0n } };
    place.emulator.handle("Shop/ListChanges", () => ({
      changes: [
        good,
        { id: "mask", mask: { paths: ["labels.Env", "custom_label_0"] } },
        { id: "late", at: { seconds: 1_700_000_000_000n } },
        { id: "mixed", took: { seconds: 1n, nanos: -1 } },
        good,
      ],
    }));
    const { code, out } = await place.command("shop shop list-changes -o json");
    expect(code).toBe(0);
    const shown = [
      { id: "good", mask: "title", at: "1970-01-01T00:00:00Z" },
      { id: "mask", mask: "labels.Env,custom_label_0" },
      { id: "late", at: { seconds: "1700000000000", nanos: 0 } },
      { id: "mixed", took: { seconds: "1", nanos: -1 } },
      { id: "good", mask: "title", at: "1970-01-01T00:00:00Z" },
    ];
    expect(JSON.parse(out)).toEqual({ changes: shown });
    for (const format of ["yaml", "table", "name"])
      expect(await place.command(`shop shop list-changes -o ${format}`)).toMatchObject({ code: 0 });
    const read = await agent.call("read", { method: "shop/shop/list-changes" });
    expect(read).toMatchObject({ isError: false });
    for (const text of ["labels.Env", "custom_label_0", "1700000000000", "good"])
      expect(read.text).toContain(text);
  });
});
