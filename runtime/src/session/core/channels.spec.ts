import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel, channel, type TracingChannelSubscribers } from "node:diagnostics_channel";
import { afterEach, describe, expect, it } from "vitest";
import { staticToken, tokenFromFunction } from "../auth/static-token.js";
import { findObservers } from "../../calls/chain/call-copy.js";
import { connectThings, methods, openSession, operationWiring } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure, makeReply } from "../../fixture/test-transport.fixture.js";
import type { ChannelEvents } from "./channels.js";
import type { SessionOptions } from "./session-options.js";

type Published = { readonly [name: string]: unknown };

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Writes down what is published under a name, as a program would that knows the name alone. */
function listenTo(name: string, reported: [string, Published][], only?: string): void {
  const traced = tracingChannel<unknown, Published>(name);
  const kinds = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;
  const subscribers = Object.fromEntries(
    kinds
      .filter((kind) => only === undefined || kind === only)
      .map((kind) => [kind, (message: Published) => void reported.push([`${name} ${kind}`, message])]),
  );
  traced.subscribe(subscribers as unknown as TracingChannelSubscribers<Published>);
  ends.push(() => void traced.unsubscribe(subscribers as unknown as TracingChannelSubscribers<Published>));
}

function setUp(answer: Parameters<typeof answering>[0], options: SessionOptions = {}) {
  const transport = answering(answer);
  const session = openSession({
    transport,
    credentials: staticToken("token-1"),
    retry: { baseDelayMs: 1 },
    ...options,
  });
  return { transport, things: connectThings(session) };
}

const names = (reported: readonly (readonly [string, Published])[]): string[] =>
  reported.map(([name]) => name);

describe("a call", () => {
  it("is one object on its channels, which says at the end what became of it", async () => {
    const reported: [string, Published][] = [];
    const { things } = setUp(() => ({}));
    listenTo("stratus:call", reported);
    await things.unary(methods.set, {});
    expect(names(reported)).toEqual(
      ["start", "end", "asyncStart", "asyncEnd"].map((kind) => `stratus:call ${kind}`),
    );
    expect(new Set(reported.map(([, message]) => message)).size).toBe(1);
    expect(reported[0]?.[1]).toMatchObject({
      session: "Acme",
      method: "acme.v1.ThingService/Set",
      kind: "unary",
      endpoint: "things.store.api.example.com:443",
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      durationMs: expect.any(Number),
      error: undefined,
      isCancelled: false,
      sentMessages: 1,
      receivedMessages: 1,
    });
  });

  it("that fails is published as an error too, with its attempts and pauses", async () => {
    const reported: [string, Published][] = [];
    const { things } = setUp(() => failure(14, "down"), { retry: { baseDelayMs: 1, maxAttempts: 2 } });
    listenTo("stratus:call", reported, "error");
    listenTo("stratus:attempt", reported, "asyncEnd");
    const noteRetry = (message: unknown): unknown => reported.push(["stratus:retry", message as Published]);
    channel("stratus:retry").subscribe(noteRetry);
    ends.push(() => void channel("stratus:retry").unsubscribe(noteRetry));
    const error: unknown = await things.unary(methods.get, {}).catch((reason: unknown) => reason);
    expect(names(reported)).toEqual([
      "stratus:attempt asyncEnd",
      "stratus:retry",
      "stratus:attempt asyncEnd",
      "stratus:call error",
    ]);
    expect(reported.map(([, message]) => message["attempt"])).toEqual([1, 1, 2, undefined]);
    expect(reported[1]?.[1]).toMatchObject({ session: "Acme", delayMs: expect.any(Number) });
    expect(reported[3]?.[1]["error"]).toBe(error);
    expect(reported[0]?.[1]["call"]).toBe(reported[3]?.[1]);
  });

  it("that streams is over when it has been read", async () => {
    const reported: [string, Published][] = [];
    async function* texts() {
      yield { text: "1" };
      yield { text: "2" };
    }
    const { things } = setUp(() => ({ ...makeReply(undefined), messages: texts() }));
    listenTo("stratus:call", reported, "asyncEnd");
    for await (const { text } of things.serverStream(methods.watch, {})) {
      expect(text).not.toBe("");
      expect(reported).toEqual([]);
    }
    expect(reported[0]?.[1]).toMatchObject({ kind: "serverStreaming", receivedMessages: 2 });
  });

  it("costs nothing where nobody listens: no step follows it", async () => {
    const { things, transport } = setUp(() => ({}));
    await things.unary(methods.get, {});
    const reported: [string, Published][] = [];
    listenTo("stratus:call", reported);
    await things.unary(methods.get, {});
    for (const end of ends.splice(0)) end();
    await things.unary(methods.get, {});
    expect(transport.calls.map((call) => findObservers(call) !== undefined)).toEqual([false, true, false]);
    expect(names(reported)).toHaveLength(4);
  });

  it("runs with what is bound to its channel", async () => {
    const store = new AsyncLocalStorage<string>();
    const { start } = tracingChannel<unknown, ChannelEvents["call"]>("stratus:call");
    start.bindStore(
      store as AsyncLocalStorage<unknown>,
      (message) => (message as ChannelEvents["call"]).method,
    );
    ends.push(() => void start.unbindStore(store as AsyncLocalStorage<unknown>));
    let inside: string | undefined;
    const { things } = setUp(() => {
      inside = store.getStore();
      return {};
    });
    await things.unary(methods.get, {});
    expect(inside).toBe("acme.v1.ThingService/Get");
    expect(store.getStore()).toBeUndefined();
  });
});

describe("a subscriber of the start", () => {
  const onStart = (name: string, then: (message: never) => void): void => {
    const { start } = tracingChannel<unknown, Published>(name);
    const note = (message: unknown): void => then(message as never);
    start.subscribe(note);
    ends.push(() => void start.unsubscribe(note));
  };

  it("may add headers to an attempt; those of the call stay", async () => {
    onStart("stratus:attempt", ({ attempt, follow }: ChannelEvents["attempt"]) =>
      follow({ metadata: { "x-trace": `of attempt ${attempt}`, "x-mine": "not this one" } }),
    );
    const { things, transport } = setUp(() => ({}));
    await things.unary(methods.get, {}, { metadata: { "x-mine": "mine" } });
    expect(transport.calls[0]?.metadata.get("x-trace")).toBe("of attempt 1");
    expect(transport.calls[0]?.metadata.get("x-mine")).toBe("mine");
  });
});

describe("a request for a token", () => {
  it("is published without the token", async () => {
    const reported: [string, Published][] = [];
    listenTo("stratus:token", reported);
    const { things } = setUp(() => ({}), { credentials: tokenFromFunction(() => "marker-token") });
    await things.unary(methods.get, {});
    expect(names(reported)).toEqual(
      ["start", "end", "asyncStart", "asyncEnd"].map((kind) => `stratus:token ${kind}`),
    );
    expect(reported[3]?.[1]).toEqual({
      follow: expect.any(Function),
      session: "Acme",
      credentials: "a function of the program",
      durationMs: expect.any(Number),
      error: undefined,
    });
  });

  it("that fails is published as an error, without the secret in its words", async () => {
    const reported: [string, Published][] = [];
    listenTo("stratus:token", reported, "error");
    const credentials = tokenFromFunction(() => Promise.reject(new Error("refused: Bearer marker-token")));
    await expect(setUp(() => ({}), { credentials }).things.unary(methods.get, {})).rejects.toThrow();
    expect(String(reported[0]?.[1]["error"])).toBe("Error: refused: Bearer [hidden]");
  });
});

describe("a wait for an operation", () => {
  it("is published from its start to its end", async () => {
    const reported: [string, Published][] = [];
    listenTo("stratus:wait", reported);
    const clock = new TestClock();
    const done = { id: "op-1", resourceId: "t-1", status: { code: 0, message: "", details: [] }, done: 1 };
    const { things } = setUp(
      ({ method }) => (method.name === "Create" ? { ...done, status: undefined } : done),
      { clock },
    );
    const operation = await things.operation(methods.create, operationWiring, {});
    await clock.run(operation.wait());
    expect(names(reported)).toEqual(
      ["start", "end", "asyncStart", "asyncEnd"].map((kind) => `stratus:wait ${kind}`),
    );
    expect(reported[0]?.[1]).toMatchObject({
      session: "Acme",
      operationId: "op-1",
      method: "acme.v1.ThingService/Create",
      durationMs: 1_000,
    });
  });
});
