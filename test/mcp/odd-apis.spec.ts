import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { Api } from "../../mcp/src/calls/api.js";
import { type Agent, dataOf, openAgent, planOf } from "./connect.fixture.js";
import { openPlace, type Place } from "./place.fixture.js";

/** An API with rules, whose second service hands out what gives access. */
const vault = `syntax = "proto3";
package vault.v1;
import "buf/validate/validate.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 60001; }
extend google.protobuf.FieldOptions { bool sensitive = 60002; bool credentials = 60003; }
service BoxService {
  option (api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc Update(UpdateBoxRequest) returns (Box);
}
service KeyService {
  option (api_service_name) = "key";
  rpc Issue(GetBoxRequest) returns (Key) { option idempotency_level = NO_SIDE_EFFECTS; }
  rpc Peek(GetBoxRequest) returns (Fingerprint) { option idempotency_level = NO_SIDE_EFFECTS; }
}
message CreateBoxRequest { Metadata metadata = 1 [(buf.validate.field).required = true]; Spec spec = 2; }
message UpdateBoxRequest { Metadata metadata = 1; Spec spec = 2 [(buf.validate.field).required = true]; }
message GetBoxRequest { string id = 1 [(buf.validate.field).string.min_len = 1]; }
message Box { Metadata metadata = 1; Spec spec = 2; }
message Metadata { string id = 1; string name = 2 [(buf.validate.field).string.max_len = 8]; string parent_id = 3; int64 resource_version = 4; }
message Spec {
  option (buf.validate.message).cel = {id: "fits", message: "a box holds no more than it is large", expression: "this.used <= this.size"};
  int32 size = 1 [(buf.validate.field).int32 = {gte: 1, lte: 64}];
  int32 used = 2;
  string pin = 3 [(sensitive) = true, (buf.validate.field).string.max_len = 4];
  repeated BoxKey keys = 4;
}
message Key { string id = 1; string private_key = 2 [(credentials) = true]; }
message BoxKey { string id = 1; string private_key = 2 [(sensitive) = true]; }
message Fingerprint { string digest = 1; }
`;

const allow = ["create", "change", "destroy"] as const;

describe("an API with rules", () => {
  let own: Place;
  let agent: Agent;
  beforeAll(async () => {
    own = await openPlace({ "buf/validate/validate.proto": validateProto, "vault/v1/vault.proto": vault });
    own.emulator.handle("KeyService/Issue", () => ({ id: "k", privateKey: "hush-hush" }));
    own.emulator.handle("KeyService/Peek", () => ({ digest: "d" }));
    agent = await own.open({ allow });
  });
  afterAll(() => own?.[Symbol.asyncDispose]());

  const create = (metadata: object, spec: object) =>
    agent.call("plan", { method: "vault/box/create", request: { metadata, spec } });

  it.each([
    [{ name: "far too long" }, { size: 4 }, /metadata\.name.*8/],
    [{ name: "b" }, { size: 65 }, /spec\.size.*64/],
    [{ name: "b" }, { size: 4, used: 5 }, /a box holds no more than it is large/],
    [{ name: "b" }, { size: 4, pin: "12345" }, /spec\.pin/],
  ])("has no plan for %j %j, which they refuse, and nothing is sent", async (metadata, spec, why) => {
    own.emulator.clearCalls();
    const { text, isError } = await create({ parentId: "p", ...metadata }, spec);
    expect({ text, isError }).toEqual({ isError: true, text: expect.stringMatching(why) });
    expect(text).not.toContain("12345");
    expect(own.emulator.calls()).toEqual([]);
  });

  it("has none for an update that would break them", async () => {
    const plan = planOf(await create({ parentId: "p", name: "b" }, { size: 4, used: 2 }));
    const made = await agent.call("apply", plan);
    const { id } = (dataOf(made) as { readonly metadata: { readonly id: string } }).metadata;
    own.emulator.clearCalls();
    const update = (set: object) => agent.call("plan", { method: "vault/box/update", request: { id }, set });
    for (const [set, why] of [
      [{ "spec.size": 99 }, /spec\.size.*64/],
      [{ "spec.used": 5 }, /a box holds no more/],
    ] as const) {
      const { text, isError } = await update(set);
      expect({ text, isError }).toEqual({ isError: true, text: expect.stringMatching(why) });
    }
    expect((await update({ "spec.used": 3 })).isError).toBe(false);
    expect(own.emulator.calls().filter(({ method }) => method.endsWith("/Update"))).toEqual([]);
  });

  it("refuses a list that would lose secrets of its elements, and changes their other fields", async () => {
    const keys = [{ id: "a", privateKey: "hush" }];
    const plan = planOf(await create({ parentId: "p", name: "keys" }, { size: 4, keys }));
    const made = await agent.call("apply", plan);
    const { id } = (dataOf(made) as { readonly metadata: { readonly id: string } }).metadata;
    const set = (fields: object) =>
      agent.call("plan", { method: "vault/box/update", request: { id }, set: fields });
    const { text, isError } = await set({ "spec.keys": [{ id: "b" }] });
    expect({ text, isError }).toEqual({
      isError: true,
      text: expect.stringContaining("spec.keys.0.private_key"),
    });
    expect((await set({ "spec.keys.0.id": "b" })).isError).toBe(false);
    // A list that was read can be sent back: its markers stand for the secrets.
    const read = await agent.call("read", { method: "vault/box/get", request: { id } });
    const { spec } = dataOf(read) as { readonly spec: { readonly keys: readonly object[] } };
    expect(spec.keys).toEqual([{ id: "a", privateKey: expect.stringMatching(/^\[hidden 1\b.*\]$/) }]);
    const planned = await set({ "spec.keys": [{ id: "new", privateKey: "brand-new-key" }, ...spec.keys] });
    expect(await agent.call("apply", planOf(planned))).toMatchObject({ isError: false });
    const sent = own.emulator.calls().findLast(({ method }) => method.endsWith("/Update"))?.message;
    expect(sent).toMatchObject({ spec: { keys: [{ id: "new" }, { id: "a" }] } });
    expect(planned.text).not.toContain("brand-new-key");
  });

  it("reads what hands out credentials by its name alone, and then hides them", async () => {
    own.emulator.clearCalls();
    const issue = { method: "vault/key/issue", request: { id: "k" } };
    const refused = await agent.call("read", issue);
    expect(refused).toEqual({ isError: true, text: expect.stringMatching(/credentials.*--allow-method/) });
    expect((await agent.call("find_methods", { query: "issue key" })).text).toContain(
      "not allowed without --allow-method vault/key/issue",
    );
    expect(own.emulator.calls()).toEqual([]);
    expect((await agent.call("read", { ...issue, method: "vault/key/peek" })).isError).toBe(false);
    const named = await own.open({ allowMethods: ["vault/key/issue"] });
    const answer = await named.call("read", issue);
    expect(dataOf(answer)).toEqual({ id: "k", privateKey: "[hidden]" });
    expect(answer.text).not.toContain("hush-hush");
  });
});

describe("an API that follows AIP", () => {
  let own: Place;
  let agent: Agent;
  beforeAll(async () => {
    own = await openPlace(libraryFiles(), { kind: "aip" });
    agent = await own.open({ allow });
  });
  afterAll(() => own?.[Symbol.asyncDispose]());

  const name = "shelves/s/books/b";

  it("is changed by paths, under a field mask and the etag that was read", async () => {
    const book = { title: "Emma", labels: { a: "1", b: "2" } };
    const request = { parent: "shelves/s", bookId: "b", book };
    expect(
      (
        await agent.call(
          "apply",
          planOf(await agent.call("plan", { method: "library/library/create-book", request })),
        )
      ).isError,
    ).toBe(false);
    const asked = await agent.call("plan", {
      method: "library/library/update-book",
      request: { name },
      set: { title: "Persuasion" },
      clear: ["labels.a"],
    });
    const plan = planOf(asked);
    expect(plan.summary).toMatch(
      /^change library\/library\/update-book: book\.name shelves\/s\/books\/b, .*book\.title Persuasion, .*updateMask "title,labels\.a"/,
    );
    expect(plan.summary).toMatch(/; the API says: title Emma; before: title Emma, labels\.a "1"$/);
    expect(dataOf(asked)).toMatchObject({ request: { updateMask: "title,labels.a" } });
    expect((await agent.call("apply", plan)).isError).toBe(false);
    const sent = own.emulator.calls().findLast(({ method }) => method.endsWith("/UpdateBook"));
    expect(sent?.message).toMatchObject({
      updateMask: "title,labels.a",
      book: { etag: expect.stringMatching(/./) },
    });
    const read = await agent.call("read", { method: "library/library/get-book", request: { name } });
    expect(dataOf(read)).toMatchObject({ title: "Persuasion", labels: { b: "2" } });
  });

  it("is planned with the paths as they are sent, also those that JSON cannot carry", async () => {
    const request = { parent: "shelves/s", bookId: "labelled", book: { title: "Emma" } };
    expect(
      (
        await agent.call(
          "apply",
          planOf(await agent.call("plan", { method: "library/library/create-book", request })),
        )
      ).isError,
    ).toBe(false);
    const asked = await agent.call("plan", {
      method: "library/library/update-book",
      request: { name: "shelves/s/books/labelled" },
      set: { "labels.Env": "prod", "labels.a_b": "1" },
    });
    expect(dataOf(asked)).toMatchObject({ request: { updateMask: "labels.Env,labels.a_b" } });
    expect((await agent.call("apply", planOf(asked))).isError).toBe(false);
  });

  it("sends the identifier of a request that was in its plan", async () => {
    const request = { parent: "shelves/s", bookId: "c", book: { title: "Emma" } };
    const asked = await agent.call("plan", { method: "library/library/create-book", request });
    const planned = dataOf(asked) as { readonly request: { readonly requestId: string } };
    expect(planned.request.requestId).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    expect((await agent.call("apply", planOf(asked))).isError).toBe(false);
    const sent = own.emulator.calls().findLast(({ method }) => method.endsWith("/CreateBook"));
    expect(sent?.message).toMatchObject({ requestId: planned.request.requestId });
  });

  it("has an update without keys, which is not sent again if there was no answer", async () => {
    const update = { method: "library/library/update-book", request: { name }, set: { title: "Lost" } };
    const plan = planOf(await agent.call("plan", update));
    own.emulator.clearCalls();
    own.emulator.script("Library/UpdateBook", [{ code: "UNAVAILABLE" }]);
    expect(await agent.call("apply", plan)).toEqual({
      isError: true,
      text: expect.stringMatching(/^The outcome is unknown.*Read the resource, and plan again/s),
    });
    const called = own.emulator.calls().map(({ method }) => method.split("/").at(-1));
    expect(called).toEqual(["GetBook", "UpdateBook"]);
  });

  it("is described by the resource that is changed", async () => {
    const { text } = await agent.call("describe_methods", { names: ["library/library/update-book"] });
    expect(text).toContain("request: {name} of the Book; set and clear");
  });

  it("waits for operations", async () => {
    const request = { shelfId: "t", shelf: { theme: "old" } };
    const made = await agent.call(
      "apply",
      planOf(await agent.call("plan", { method: "library/shelves/create-shelf", request })),
    );
    expect(made).toEqual({ isError: false, text: expect.stringContaining("is done") });
    expect(dataOf(made)).toMatchObject({ name: "shelves/t", theme: "old" });
  });

  it("cancels operations, unless each change needs a question", async () => {
    const { text } = await agent.call("cancel_operation", { handle: "library/shelves:operations/none" });
    expect(text).toMatch(/NOT_FOUND|rejected/);
    expect(await agent.tools()).toContain("cancel_operation");
    const asking = await openAgent(new Api(await own.options({ allow })), { confirm: "all" });
    expect(await asking.tools()).not.toContain("cancel_operation");
  });
});
