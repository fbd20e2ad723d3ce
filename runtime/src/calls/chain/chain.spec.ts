import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { messageType } from "../../fixture/message-type.fixture.js";
import { defineMethod } from "../rpc/define-service.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure, makeReply } from "../../fixture/test-transport.fixture.js";
import { buildChain, type ChainSteps } from "./chain.js";
import type { Interceptor, OutgoingCall } from "./interceptor.js";

describe("the chain", () => {
  it("has the order that its documentation says", async () => {
    const order: string[] = [];
    const step =
      (name: string): Interceptor =>
      (next) =>
      (call) => {
        order.push(name);
        return next(call);
      };
    const steps: ChainSteps = {
      lifecycle: step("lifecycle"),
      resetMasks: step("resetMasks"),
      idempotencyKeys: step("idempotencyKeys"),
      callHooks: step("callHooks"),
      interceptors: [step("first"), step("second")],
      checks: step("checks"),
      authorization: step("authorization"),
      requestDeadline: step("requestDeadline"),
      retries: step("retries"),
      attemptHooks: step("attemptHooks"),
      failureReports: step("failureReports"),
      transparentRetries: step("transparentRetries"),
      transport: () => {
        order.push("transport");
        return Promise.resolve(makeReply(undefined));
      },
    };
    await buildChain(steps)({} as OutgoingCall);
    expect(order).toEqual([
      "lifecycle",
      "resetMasks",
      "idempotencyKeys",
      "callHooks",
      "first",
      "second",
      "checks",
      "authorization",
      "requestDeadline",
      "retries",
      "attemptHooks",
      "failureReports",
      "transparentRetries",
      "transport",
    ]);
  });
});

describe("a program's interceptor", () => {
  it("sees the logical call once, with key and mask but no token, the session's before the client's", async () => {
    const seen: { by: string; names: string[] }[] = [];
    const watch =
      (by: string): Interceptor =>
      (next) =>
      (call) => {
        seen.push({ by, names: [...call.metadata].map(([name]) => name) });
        return next(call);
      };
    const clock = new TestClock();
    let turn = 0;
    const transport = answering(() => (turn++ === 0 ? failure(14) : {}));
    const session = openSession({
      transport,
      clock,
      credentials: staticToken("token-1"),
      interceptors: [watch("session")],
    });
    const things = connectThings(session, { interceptors: [watch("client")] });
    await clock.run(things.unary(methods.set, { metadata: { id: "1" } }));
    const names = ["x-resetmask", "x-idempotency-key"];
    expect(seen).toEqual([
      { by: "session", names },
      { by: "client", names },
    ]);
    expect(transport.calls).toHaveLength(2);
  });

  it("may change a call by a copy, answer it, and change the reply", async () => {
    const transport = answering(() => ({ metadata: undefined, spec: undefined }));
    const team: Interceptor = (next) => (call) =>
      next({ ...call, metadata: call.metadata.with("x-team", "blue") });
    const cached: Interceptor = (next) => (call) =>
      call.method.name === "Old" ? Promise.resolve(makeReply("cached")) : next(call);
    const session = openSession({
      transport,
      credentials: staticToken("token-1"),
      interceptors: [team, cached],
      logger: { warn: () => undefined },
    });
    const things = connectThings(session);
    expect(await things.unary(methods.old, {})).toBe("cached");
    await things.unary(methods.get, {});
    expect(transport.calls.map((call) => call.metadata.get("x-team"))).toEqual(["blue"]);
  });
});

describe("a header that the caller sets itself", () => {
  it("wins over the token, the mask and the key", async () => {
    const transport = answering(() => ({ metadata: undefined, spec: undefined }));
    const things = connectThings(openSession({ transport, credentials: staticToken("token-1") }));
    const metadata = {
      Authorization: "Bearer mine",
      "X-ResetMask": "spec.note",
      "X-Idempotency-Key": "0123456789abcdef",
    };
    await things.unary(methods.set, {}, { metadata });
    expect(Object.fromEntries(transport.calls[0]?.metadata ?? [])).toEqual({
      authorization: "Bearer mine",
      "x-resetmask": "spec.note",
      "x-idempotency-key": "0123456789abcdef",
    });
  });
});

describe("a reset mask", () => {
  const send = async (
    options: object,
    request: object = { metadata: { id: "1" } },
  ): Promise<OutgoingCall> => {
    const transport = answering(() => ({ metadata: undefined, spec: undefined }));
    const things = connectThings(openSession({ transport, credentials: staticToken("token-1") }));
    await things.unary(methods.set, request, options);
    const [call] = transport.calls;
    if (!call) throw new Error("no call");
    return call;
  };

  it.each<[what: string, options: object, mask: string | undefined]>([
    ["is derived where the caller gives none", {}, "metadata.(parent_id,resource_version),spec"],
    ["is the caller's text", { resetMask: "spec.note" }, "spec.note"],
    [
      "is what the caller names",
      { resetMask: (m: { spec: { note: string } }) => [m.spec.note] },
      "spec.note",
    ],
    ["is not sent where the caller's is empty", { resetMask: "" }, undefined],
  ])("%s", async (_what, options, mask) => {
    expect((await send(options)).metadata.get("x-resetmask")).toBe(mask);
  });

  it("that is explicit sends the structures on its way, so that nothing else is cleared", async () => {
    const request = Object.freeze({ metadata: Object.freeze({ id: "1" }) });
    const call = await send({ resetMask: "spec.note" }, request);
    expect(call.message).toMatchObject({ spec: { size: 0, note: "", password: "" } });
    expect(request).toEqual({ metadata: { id: "1" } });
  });

  it("that is explicit goes out as it is where it is not to be strict", async () => {
    const call = await send({ resetMask: "spec.note.deep,new.deep", strict: false });
    expect(call.metadata.get("x-resetmask")).toBe("new.deep,spec.note.deep");
  });

  it.each<[what: string, options: object, text: string]>([
    ["is not one", { resetMask: "spec..note" }, "reset mask, position 5"],
    ["clears more than it says", { resetMask: "spec.note.deep" }, "a path goes into spec.note"],
    [
      "names a structure beside what it holds",
      { resetMask: "spec,spec.note" },
      "spec is named beside spec.note, and the request does not carry it",
    ],
    ["names what this SDK does not know, where strict", { resetMask: "spec.new", strict: true }, "spec.new"],
  ])("that %s fails the call before it is sent", async (_what, options, text) => {
    await expect(send(options)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      attempts: 0,
      text: expect.stringContaining(text),
    });
  });

  it("that is given twice fails the call before it is sent", async () => {
    const options = { resetMask: "spec", metadata: { "x-resetmask": "spec" } };
    await expect(send(options)).rejects.toMatchObject({
      name: "OptionsError",
      message: expect.stringContaining("the option metadata has x-resetmask already"),
    });
  });

  it("cannot be derived where an element of a list lacks what no response shows: the call is not sent", async () => {
    const users = messageType<{ users: { password: string }[] }>("acme.v1.UpdateUsers", [
      [
        1,
        "users",
        [
          messageType<{ password: string }>("acme.v1.User", [
            [1, "password", "string", { behaviors: ["INPUT_ONLY"] }],
          ]),
        ],
      ],
    ]);
    const method = defineMethod(methods.set.service, "SetUsers", "unary", users, users, { update: true });
    const transport = answering(() => ({ users: [] }));
    const things = connectThings(openSession({ transport, credentials: staticToken("token-1") }));
    await expect(things.unary(method, { users: [{ password: "p" }, {}] })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      attempts: 0,
      text: expect.stringContaining("users.1.password is INPUT_ONLY and not sent"),
    });
    await things.unary(method, { users: [{}] }, { resetMask: "" } as object);
    expect(transport.calls.length).toBe(1);
  });
});
