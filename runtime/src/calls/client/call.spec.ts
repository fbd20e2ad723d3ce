import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/outside-token.js";
import { connectThings, methods, openSession, operationWiring } from "../../fixture/test-api.fixture.js";
import { settled } from "../../fixture/test-clock.fixture.js";
import { TestServer } from "../../fixture/test-server.fixture.js";
import { answering, failure, makeReply } from "../../fixture/test-transport.fixture.js";
import type { Caller } from "../caller.js";

const thing = { metadata: undefined, spec: undefined };
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(() => {
  process.off("unhandledRejection", note);
});

function callTo(answer: unknown): Caller {
  const session = openSession({
    transport: answering(() => answer),
    credentials: staticToken("token-1"),
    retry: false,
  });
  return connectThings(session);
}

async function* nothing(): AsyncGenerator<never> {}

describe("a call", () => {
  it("is a promise of its response", async () => {
    const call = callTo(thing).unary(methods.get, { id: "1" });
    expect(call).toBeInstanceOf(Promise);
    expect(await Promise.all([call, call.then((data) => data)])).toEqual([thing, thing]);
  });

  it("gives the same response with what came around it, from the same attempt", async () => {
    const call = callTo(
      makeReply(thing, { "x-request-id": "r" }, { "x-trace-id": "t", "x-more": "m" }),
    ).unary(methods.get, { id: "1" });
    const { data, requestId, traceId, trailer } = await call.withResponse();
    expect(data).toBe(await call);
    expect({ requestId, traceId, more: trailer.get("x-more") }).toEqual({
      requestId: "r",
      traceId: "t",
      more: "m",
    });
  });

  it("keeps its metadata if an interceptor copies the response of a server, or nothing is modified", async () => {
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    await using session = openSession({
      ...server.options,
      credentials: staticToken("token-1"),
      interceptors: [(next) => async (call) => ({ ...(await next(call)), message: { copied: true } })],
    });
    const copied = await connectThings(session).unary(methods.get, {}).withResponse();
    expect(copied).toMatchObject({ data: { copied: true }, requestId: undefined });
    expect(copied.header).toBeDefined();
    expect(copied.trailer).toBeDefined();
    await using plain = openSession({ ...server.options, credentials: staticToken("token-1") });
    const setting = { get: methods.get, update: methods.set };
    const unchanged = connectThings(plain).modifyNow(setting, {}, () => undefined);
    expect((await unchanged.withResponse()).header).toBeDefined();
  });

  it("gives the number of its attempts", async () => {
    let sent = 0;
    const session = openSession({
      transport: answering(({ method, attempt }) => {
        sent += 1;
        if (attempt < 3) return failure(14);
        return method.name === "Watch" ? { ...makeReply(undefined), messages: nothing() } : thing;
      }),
      credentials: staticToken("token-1"),
      retry: { baseDelayMs: 1 },
      interceptors: [
        (next) => (call) => (call.method.name === "List" ? Promise.resolve(makeReply(thing)) : next(call)),
      ],
    });
    const things = connectThings(session);
    expect(await things.unary(methods.get, { id: "1" }).withResponse()).toMatchObject({ attempts: 3 });
    expect(await things.serverStream(methods.watch, {}).withResponse()).toMatchObject({ attempts: 3 });
    expect(sent).toBe(6);
    expect(await things.unary(methods.list, {}).withResponse()).toMatchObject({ attempts: 0 });
  });

  it("that fails is handled by whoever looks at it, by either way alone", async () => {
    const things = callTo(failure(5));
    await expect(things.unary(methods.get, { id: "1" }).withResponse()).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(things.unary(methods.get, { id: "1" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(things.operation(methods.create, operationWiring, {}).withResponse()).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await settled();
    expect(unhandled).toEqual([]);
  });

  it("that nobody reads is not made, where it streams", async () => {
    callTo(failure(5)).serverStream(methods.watch, {});
    await settled();
    expect(unhandled).toEqual([]);
  });
});
