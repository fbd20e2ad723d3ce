import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { CallError } from "../error/call-error.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import type { MetadataInit } from "../rpc/metadata.js";
import { answering } from "../../fixture/test-transport.fixture.js";

const operation = { id: "o", resourceId: "t1", status: undefined, done: 0 };

function setUp() {
  const masks: unknown[] = [];
  const transport = answering((call) => {
    masks.push(call.metadata.get("x-resetmask"));
    return operation;
  });
  const session = openSession({ transport, credentials: staticToken("token-1"), retry: false });
  return { masks, session, things: connectThings(session) };
}

describe("the first Update of a session, with which all about masks is loaded,", () => {
  it("sends what it was called with, whatever becomes of that meanwhile", async () => {
    const { masks, things } = setUp();
    const request = { spec: { size: 1 } };
    const options = { resetMask: "spec.note" };
    const call = things.unary(methods.update, request, options);
    request.spec.size = 0;
    await call;
    await things.unary(methods.update, { spec: { size: 1, note: "", password: "" } });
    expect(masks).toEqual(["spec.note", "metadata,spec.(note,password)"]);
  });

  it("is under way for close() as soon as it was called", async () => {
    const { masks, session, things } = setUp();
    const call = things.unary(methods.update, { spec: { size: 1, note: "", password: "" } });
    await session.close();
    await expect(call).resolves.toEqual(operation);
    expect(masks).toHaveLength(1);
  });

  it("is refused as the second one is, where its mask cannot be sent", async () => {
    const { masks, things } = setUp();
    const refused = (): Promise<unknown> =>
      things.unary(methods.update, {}, { resetMask: "spec.(note" }).catch((error: unknown) => error);
    const [first, second] = [await refused(), await refused()];
    expect(first).toBeInstanceOf(CallError);
    expect(first).toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0 });
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    expect(masks).toEqual([]);
  });

  it("ends with the reason of its signal when that is aborted while it loads", async () => {
    const { masks, things } = setUp();
    const abort = new AbortController();
    const call = things.unary(
      methods.update,
      { spec: { size: 1, note: "", password: "" } },
      { signal: abort.signal },
    );
    const reason = new Error("changed my mind");
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(masks).toEqual([]);
  });
});

describe("a mask that is written as a header", () => {
  const send = async (metadata: MetadataInit, more: object = {}) => {
    const warnings: string[] = [];
    const transport = answering(() => operation);
    const logger = { warn: (_: object, message: string) => void warnings.push(message) };
    const session = openSession({ transport, credentials: staticToken("token-1"), logger });
    await connectThings(session).unary(methods.update, { metadata: { id: "t1" } }, { metadata, ...more });
    return { call: transport.calls[0], warnings };
  };

  it("is the option resetMask: what is on its way is sent, so that nothing else is cleared", async () => {
    const { call } = await send([
      ["X-ResetMask", "spec.note"],
      ["x-resetmask", "metadata.( parent_id )"],
    ]);
    expect(call?.message).toMatchObject({ spec: { size: 0, note: "" } });
    expect(call?.metadata.getAll("x-resetmask")).toEqual(["metadata.parent_id,spec.note"]);
  });

  it("is not sent if it is empty, and is no reason to derive one", async () => {
    const { call } = await send({ "x-resetmask": "" });
    expect(call?.metadata.has("x-resetmask")).toBe(false);
    expect(call?.message).toMatchObject({ spec: undefined });
  });

  it.each([
    ["spec.note.deep", "a path goes into spec.note"],
    ["spec.(note", "reset mask, position"],
  ])("is refused as one in the option is: %s", async (mask, text) => {
    await expect(send({ "x-resetmask": mask })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      attempts: 0,
      text: expect.stringContaining(text),
    });
  });

  it("goes out as it is with another method than an Update", async () => {
    const transport = answering(() => ({ metadata: undefined, spec: undefined }));
    const things = connectThings(openSession({ transport, credentials: staticToken("token-1") }));
    await things.unary(methods.get, { id: "t1" }, { metadata: { "X-ResetMask": "a..b" } });
    expect(transport.calls[0]?.metadata.get("x-resetmask")).toBe("a..b");
  });

  it("is warned of once if it names what this SDK does not know, as text in the option is", async () => {
    const want = [
      'acme.v1.ThingService/Update: the reset mask is sent with a name that this SDK does not know: reset mask: spec.nope: acme.v1.Spec has no field "nope"; did you mean "note"?',
    ];
    expect((await send({ "x-resetmask": "spec.(nope,size)" })).warnings).toEqual(want);
    expect((await send({}, { resetMask: "spec.nope" })).warnings).toEqual(want);
    expect((await send({}, { resetMask: "spec.note" })).warnings).toEqual([]);
    expect((await send({}, { resetMask: "spec.nope", strict: false })).warnings).toEqual([]);
  });
});

describe("a modify, with whose first all that finds out changes is loaded,", () => {
  it("reads what it was called with, whatever becomes of that meanwhile", async () => {
    const seen: unknown[] = [];
    const transport = answering((call) => {
      seen.push(call.message);
      return call.method.name === "Get"
        ? {
            metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
            spec: { size: 1, note: "", password: "" },
          }
        : operation;
    });
    const session = openSession({ transport, credentials: staticToken("token-1"), retry: false });
    const request = { id: "t1" };
    const call = connectThings(session).modifyNow(
      { get: methods.get, update: methods.update },
      request,
      (thing) => {
        thing.spec = { size: 2, note: "", password: "" };
      },
    );
    request.id = "t2";
    await call;
    expect(seen[0]).toEqual({ id: "t1" });
  });
});
