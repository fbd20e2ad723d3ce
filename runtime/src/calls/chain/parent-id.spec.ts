import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { messageType } from "../../fixture/message-type.fixture.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { defineMethod } from "../rpc/define-service.js";
import type { MessageType } from "../../messages/wire/message-type.js";

const MetadataType = messageType<object>("acme.v1.Metadata", [
  [1, "id", "string"],
  [2, "parent_id", "string"],
]);
const SpecType = messageType<object>("acme.v1.Spec", [[1, "size", "int32"]]);
const [metadata, spec] = [MetadataType, SpecType];
const types = {
  parent: messageType<object>("acme.v1.ByParent", [[1, "parent_id", "string"]]),
  resource: messageType<object>("acme.v1.Resource", [
    [1, "metadata", metadata],
    [2, "spec", spec],
  ]),
  issue: messageType<object>("acme.v1.Issue", [[1, "metadata", metadata]]),
  start: messageType<object>("acme.v1.Start", [
    [1, "id", "string"],
    [2, "metadata", metadata],
  ]),
  bare: messageType<object>("acme.v1.Bare", [[1, "metadata", spec]]),
};

/** What goes out for a request. */
async function sent(
  [name, type, more]: readonly [name: string, type: MessageType<object>, more?: object],
  request: object,
  { ofSession, ...options }: { readonly ofSession?: string; readonly parentId?: string | false },
): Promise<unknown> {
  const transport = answering(() => ({}));
  const session = openSession({ transport, credentials: staticToken("token-1"), parentId: ofSession });
  const method = defineMethod(methods.get.service, name, "unary", type, type, more);
  await connectThings(session).unary(method, request, options);
  return transport.calls[0]?.message;
}

const readOnly = { readOnly: true };
const ofSession = "project-1";

describe("the session's parent", () => {
  const filled = { metadata: { id: "", parentId: ofSession } };
  it.each<[what: string, method: Parameters<typeof sent>[0], request: object, want: object]>([
    ["List", ["List", types.parent, readOnly], {}, { parentId: ofSession }],
    [
      "List with an empty parent",
      ["List", types.parent, readOnly],
      { parentId: "" },
      { parentId: ofSession },
    ],
    ["GetByName", ["GetByName", types.parent, readOnly], {}, { parentId: ofSession }],
    ["Create", ["Create", types.resource], { metadata: {} }, { ...filled, spec: undefined }],
    ["Create without metadata", ["Create", types.resource], { spec: {} }, { ...filled, spec: { size: 0 } }],
    ["Issue, which creates something", ["Issue", types.issue], { metadata: {} }, filled],
    ["Restore, likewise", ["Restore", types.resource], { metadata: {} }, { ...filled, spec: undefined }],
    ["Start, likewise", ["Start", types.start], { metadata: {} }, { ...filled, id: "" }],
  ])("goes into %s", async (_what, method, request, want) => {
    expect(await sent(method, request, { ofSession })).toEqual(want);
  });

  it.each<[types: readonly string[] | undefined, parentId: string, isSet: boolean]>([
    [["project"], "project-1", true],
    [["tenant", "project"], "project-e00abc", true],
    [["mk8scluster"], "project-1", false],
    [["proj"], "project-1", false],
    [["dns-zone"], "dns-zone-1", true],
    [["mk8scluster"], "p1", true],
    [undefined, "project-1", true],
  ])("goes where parents may have the types %j: %s, %s", async (parentTypes, parentId, isSet) => {
    const want = isSet ? parentId : "";
    const session = { ofSession: parentId };
    expect(await sent(["List", types.parent, { ...readOnly, parentTypes }], {}, session)).toEqual({
      parentId: want,
    });
    expect(await sent(["Create", types.issue, { parentTypes }], { metadata: {} }, session)).toEqual({
      metadata: { id: "", parentId: want },
    });
    expect(await sent(["Create", types.resource, { parentTypes }], { spec: {} }, session)).toEqual({
      metadata: isSet ? { id: "", parentId } : undefined,
      spec: { size: 0 },
    });
    expect(await sent(["Create", types.issue, { parentTypes }], { metadata: {} }, { parentId })).toEqual({
      metadata: { id: "", parentId },
    });
  });

  const other = { metadata: { id: "", parentId: "" } };
  it.each<[what: string, method: Parameters<typeof sent>[0], request: object, want: object]>([
    ["a List that names one", ["List", types.parent, readOnly], { parentId: "p" }, { parentId: "p" }],
    ["another read", ["GetLatestByFamily", types.parent, readOnly], {}, { parentId: "" }],
    ["another list", ["ListDeleted", types.parent, readOnly], {}, { parentId: "" }],
    ["a change of many", ["Purge", types.parent], {}, { parentId: "" }],
    ["a Create that reads", ["Create", types.issue, readOnly], { metadata: {} }, other],
    ["an Update", ["Update", types.issue, { update: true }], { metadata: {} }, other],
    [
      "what names a resource that is there",
      ["Move", types.issue],
      { metadata: { id: "i" } },
      { metadata: { id: "i", parentId: "" } },
    ],
    ["what names one beside", ["Start", types.start], { id: "i", metadata: {} }, { ...other, id: "i" }],
    ["a request that may do without metadata", ["Issue", types.issue], {}, { metadata: undefined }],
    ["metadata without parents", ["Create", types.bare], { metadata: {} }, { metadata: { size: 0 } }],
  ])("does not go into %s", async (_what, method, request, want) => {
    expect(await sent(method, request, { ofSession })).toEqual(want);
  });
});

describe("the parent of a call", () => {
  it("takes the place of the session's, or leaves it out", async () => {
    const list = ["List", types.parent, readOnly] as const;
    expect(await sent(list, {}, { ofSession, parentId: "p" })).toEqual({ parentId: "p" });
    expect(await sent(list, {}, { parentId: "p" })).toEqual({ parentId: "p" });
    expect(await sent(list, {}, { ofSession, parentId: false })).toEqual({ parentId: "" });
    expect(await sent(list, { parentId: "q" }, { parentId: "p" })).toEqual({ parentId: "q" });
    expect(await sent(["Purge", types.parent], {}, { ofSession, parentId: false })).toEqual({ parentId: "" });
  });

  it.each<[method: Parameters<typeof sent>[0], parentId: unknown, text: string]>([
    [
      ["Purge", types.parent],
      "p",
      "parentId: a request of acme.v1.ThingService/Purge takes no parent from the options; name it in the request",
    ],
    [
      ["List", types.parent, readOnly],
      "",
      'parentId: "" is not an identifier; write one, or false to send none',
    ],
    [
      ["List", types.parent, readOnly],
      5,
      "parentId: 5 is not an identifier; write one, or false to send none",
    ],
  ])("is refused where it would do nothing (%#)", async (method, parentId, text) => {
    await expect(sent(method, {}, { parentId: parentId as string })).rejects.toMatchObject({
      name: "OptionsError",
      message: expect.stringContaining(text),
    });
  });

  it("is refused for a stream of requests", async () => {
    const things = connectThings(
      openSession({ transport: answering(() => ({})), credentials: staticToken("token-1") }),
    );
    await expect(things.clientStream(methods.upload, [{}], { parentId: "p" })).rejects.toMatchObject({
      name: "OptionsError",
    });
    expect(await things.clientStream(methods.upload, [{}], { parentId: false })).toEqual({});
  });
});
