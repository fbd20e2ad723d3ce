import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering, failure, makeReply } from "../../fixture/test-transport.fixture.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import type { AttemptEvent, CallEvent, CallObserver, Hooks } from "./hooks.js";
import { sessionObservers } from "./observers.js";
import { codedError } from "../../../../test/coded-error.js";

/** A session whose server fails once, and the warnings of its logger. */
function setUp(hooks: SessionOptions["hooks"], more: SessionOptions = {}) {
  const warnings: string[] = [];
  let turn = 0;
  const transport = answering(() => (turn++ === 0 ? failure(14, "down") : {}));
  const session = openSession({
    transport,
    credentials: staticToken("token-1"),
    retry: { baseDelayMs: 1 },
    logger: { warn: (_fields, message) => warnings.push(message) },
    hooks,
    ...more,
  });
  return { things: connectThings(session), transport, warnings };
}

/** An observer that records its events. */
function observing(reported: string[], name = ""): Hooks {
  return {
    observe: ({ method }) => {
      const id = `${name}${method.split("/")[1]}`;
      return {
        onAttempt: ({ attempt }) => {
          reported.push(`${id} attempt ${attempt}`);
          return {
            onEnd: ({ error }) => reported.push(`${id} attempt ${attempt} ${error ? "failed" : "ok"}`),
          };
        },
        onRetry: ({ attempt }) => reported.push(`${id} retry after ${attempt}`),
        onEnd: ({ error }) => reported.push(`${id} ${error ? "failed" : "ok"}`),
      };
    },
  };
}

describe("who follows a call", () => {
  it("reports that call alone, though others run beside it", async () => {
    const reported: string[] = [];
    const { things } = setUp(observing(reported));
    await Promise.all([things.unary(methods.get, {}), things.unary(methods.list, {})]);
    expect(reported.filter((line) => line.startsWith("Get"))).toEqual([
      "Get attempt 1",
      "Get attempt 1 failed",
      "Get retry after 1",
      "Get attempt 2",
      "Get attempt 2 ok",
      "Get ok",
    ]);
    expect(reported.filter((line) => line.startsWith("List"))).toEqual([
      "List attempt 1",
      "List attempt 1 ok",
      "List ok",
    ]);
  });

  it("may be several, each with its own, in the order of the session's hooks", async () => {
    const reported: string[] = [];
    const ends: Hooks = { onCallEnd: () => reported.push("plain") };
    const { things } = setUp([observing(reported, "a "), ends, observing(reported, "b ")]);
    await things.unary(methods.get, {});
    expect(reported.slice(0, 2)).toEqual(["a Get attempt 1", "b Get attempt 1"]);
    expect(reported.slice(-3)).toEqual(["plain", "a Get ok", "b Get ok"]);
  });

  it("adds headers to each attempt, and never takes the place of one that the caller set", async () => {
    const hooks: Hooks = {
      observe: () => ({
        onAttempt: ({ attempt }) => ({ metadata: { "x-span": `span-${attempt}`, "x-team": "hook" } }),
      }),
    };
    const { things, transport } = setUp(hooks);
    await things.unary(methods.get, {}, { metadata: { "x-team": "caller" } });
    const sent = transport.calls.map(({ metadata }) => [metadata.get("x-span"), metadata.getAll("x-team")]);
    expect(sent).toEqual([
      ["span-1", ["caller"]],
      ["span-2", ["caller"]],
    ]);
  });

  it("follows a call that an interceptor copies, and is not seen in it", async () => {
    const reported: string[] = [];
    const seen: string[] = [];
    const { things } = setUp(observing(reported), {
      interceptors: [
        (next) => (call) => {
          seen.push(...Object.keys(call));
          return next({ ...call, metadata: call.metadata.with("x-team", "blue") });
        },
      ],
    });
    await things.unary(methods.get, {});
    expect(reported).toHaveLength(6);
    expect(seen).toEqual(expect.arrayContaining(["method", "metadata", "attempt"]));
    expect(seen.filter((name) => /observ/i.test(name))).toEqual([]);
  });

  it("can have a context active in the call and in each attempt", async () => {
    const store = new AsyncLocalStorage<string>();
    const within = (name: string): Pick<CallObserver, "run"> => ({
      run: (work) => store.run([store.getStore(), name].filter(Boolean).join(" > "), work),
    });
    const seen: (string | undefined)[] = [];
    const hooks: Hooks = {
      observe: () => ({ ...within("call"), onAttempt: ({ attempt }) => within(`attempt ${attempt}`) }),
    };
    let turn = 0;
    const transport = answering(() => {
      seen.push(store.getStore());
      return turn++ === 0 ? failure(14) : {};
    });
    const { things } = setUp(hooks, {
      transport,
      interceptors: [
        (next) => (call) => {
          seen.push(store.getStore());
          return next(call);
        },
      ],
    });
    await store.run("program", () => things.unary(methods.get, {}));
    expect(seen).toEqual(["program > call", "program > call > attempt 1", "program > call > attempt 2"]);
  });
});

describe("a hook that misbehaves", () => {
  const boom = (): never => {
    throw new Error("broken hook, Bearer marker-3f");
  };
  const cases: readonly [what: string, hooks: Hooks, hook: string][] = [
    ["throws on an event", { onAttemptEnd: boom }, "onAttemptEnd"],
    ["rejects", { onCallStart: (async () => boom()) as () => void }, "onCallStart"],
    ["throws when it is asked who follows", { observe: boom }, "observe"],
    ["follows and throws at the start of an attempt", { observe: () => ({ onAttempt: boom }) }, "onAttempt"],
    ["follows and throws at a retry", { observe: () => ({ onRetry: boom }) }, "onRetry"],
    ["follows and throws at the end", { observe: () => ({ onEnd: boom }) }, "onEnd"],
    ["throws at the end of an attempt", { observe: () => ({ onAttempt: () => ({ onEnd: boom }) }) }, "onEnd"],
    ["throws around a call", { observe: () => ({ run: boom }) }, "run"],
    [
      "throws after it has run a call",
      {
        observe: () => ({
          run: (work) => {
            work();
            boom();
          },
        }),
      },
      "run",
    ],
  ];

  it.each(cases)("because it %s changes nothing of the call; the logger is warned once", async (...one) => {
    const [, hooks, hook] = one;
    const { things, warnings, transport } = setUp(hooks);
    await things.unary(methods.get, {});
    await things.unary(methods.get, {});
    expect(transport.calls).toHaveLength(3);
    expect(warnings).toEqual([`the hook ${hook} threw broken hook, Bearer [hidden]`]);
  });

  it("because it adds a header that cannot be sent leaves the others alone", async () => {
    const { things, transport, warnings } = setUp([
      { observe: () => ({ onAttempt: () => ({ metadata: { "x-bad": "line\nend" } }) }) },
      { observe: () => ({ onAttempt: () => ({ metadata: { "x-good": "1" } }) }) },
    ]);
    await things.unary(methods.get, {});
    expect(transport.calls[0]?.metadata.get("x-good")).toBe("1");
    expect(warnings).toHaveLength(1);
  });

  it.each<[what: string, run: (work: () => void) => void]>([
    ["never runs", () => undefined],
    [
      "runs twice",
      (work) => {
        work();
        work();
      },
    ],
  ])("because it %s the call makes no difference", async (_what, run) => {
    const { things, transport } = setUp({ observe: () => ({ run }) });
    await things.unary(methods.get, {});
    expect(transport.calls).toHaveLength(2);
  });
});

describe("the end of a call", () => {
  const ends: { method: string; isCancelled: boolean; sent: number; received: number }[] = [];
  const hooks: Hooks = {
    onCallEnd: ({ method, isCancelled, sentMessages, receivedMessages }) =>
      ends.push({
        method: method.split("/")[1] ?? "",
        isCancelled,
        sent: sentMessages,
        received: receivedMessages,
      }),
  };
  async function* texts(): AsyncGenerator<{ text: string }> {
    for (const text of ["1", "2", "3"]) yield { text };
  }
  const streaming = answering(async ({ messages, method }) => {
    for await (const _ of messages ?? []) continue;
    if (method.kind === "clientStreaming") return {};
    return { ...makeReply(undefined), messages: texts() };
  });

  it("says how many messages went each way, and whether the caller left", async () => {
    const { things } = setUp(hooks, { transport: streaming });
    for await (const _ of things.serverStream(methods.watch, {})) continue;
    for await (const _ of things.serverStream(methods.watch, {})) break;
    await things.clientStream(methods.upload, [{}, {}]);
    for await (const _ of things.bidiStream(methods.chat, [{}])) continue;
    expect(ends).toEqual([
      { method: "Watch", isCancelled: false, sent: 1, received: 3 },
      { method: "Watch", isCancelled: true, sent: 1, received: 1 },
      { method: "Upload", isCancelled: false, sent: 2, received: 1 },
      { method: "Chat", isCancelled: false, sent: 1, received: 3 },
    ]);
  });

  it("tells the caller's abort from a failure", async () => {
    const reported: boolean[] = [];
    const stop = new AbortController();
    const { things } = setUp(
      { onCallEnd: ({ isCancelled }) => reported.push(isCancelled) },
      {
        transport: answering(() => {
          stop.abort(new Error("enough"));
          return stop.signal.reason;
        }),
      },
    );
    await expect(things.unary(methods.get, {}, { signal: stop.signal })).rejects.toThrow("enough");
    const failing = setUp({ onCallEnd: ({ isCancelled }) => reported.push(isCancelled) }, { retry: false });
    await expect(failing.things.unary(methods.get, {})).rejects.toThrow(codedError("UNAVAILABLE", "down"));
    expect(reported).toEqual([true, false]);
  });
});

describe("the exchange of a token", () => {
  it("is a call like others to hooks: none of its attempts is without a call", async () => {
    const reported: string[] = [];
    const tell = (what: string) => (event: CallEvent) => reported.push(`${what} ${event.method}`);
    const { things } = setUp(
      { onCallStart: tell("start"), onAttemptStart: tell("attempt"), onCallEnd: tell("end") },
      {
        transport: answering(({ method }) =>
          method.name === "Exchange" ? { access: "t", expiresIn: 9n } : {},
        ),
        credentials: {
          description: "the test",
          fetchToken: ({ exchange, signal }) => exchange({ subject: { token: "jwt", type: "" } }, signal),
        },
      },
    );
    await things.unary(methods.get, {});
    expect(reported).toEqual([
      "start acme.v1.ThingService/Get",
      "start acme.v1.TokenService/Exchange",
      "attempt acme.v1.TokenService/Exchange",
      "end acme.v1.TokenService/Exchange",
      "attempt acme.v1.ThingService/Get",
      "end acme.v1.ThingService/Get",
    ]);
  });
});

const event: AttemptEvent = {
  session: "Acme",
  method: "acme.v1.ThingService/Get",
  kind: "unary",
  endpoint: "things.store.api.example.com:443",
  idempotencyKey: undefined,
  attempt: 1,
};

it.each<[what: string, hooks: Hooks, want: boolean]>([
  ["ends of calls alone", { onCallEnd: () => undefined }, false],
  ["starts of attempts", { onAttemptStart: () => undefined }, true],
  ["ends of attempts", { onAttemptEnd: () => undefined }, true],
  ["what an observer of the call asks for", { observe: () => ({ onAttempt: () => ({}) }) }, true],
  ["calls that nobody follows to their attempts", { observe: () => ({ onEnd: () => undefined }) }, false],
])("follows attempts for hooks that hear of %s", (_what, hooks, want) => {
  const observed = sessionObservers([{}, hooks], () => undefined).start("observe", event);
  expect(observed?.start("onAttempt", event) !== undefined).toBe(want);
});
