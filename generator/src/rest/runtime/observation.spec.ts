import { describe, expect, it } from "vitest";
import type { CallObserver, Hooks } from "./hooks.js";
import { json, getThing, listThings, rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";

const retry = { baseDelayMs: 1, maxDelayMs: 2, maxAttempts: 2 };

/** Hooks that write down what they hear, without times. */
function listener(): { readonly hooks: Hooks; readonly heard: unknown[] } {
  const heard: unknown[] = [];
  const hear =
    (name: string) =>
    (event: object): void => {
      const { durationMs, delayMs, error, ...rest } = event as Record<string, unknown>;
      const times = [durationMs, delayMs].filter((time) => time !== undefined);
      expect(times.every((time) => typeof time === "number" && time >= 0)).toBe(true);
      const code = (error as { code?: string } | undefined)?.code;
      heard.push([name, { ...rest, ...(code ? { code } : {}) }]);
    };
  const hooks: Hooks = {
    onCallStart: hear("onCallStart"),
    onCallEnd: hear("onCallEnd"),
    onAttemptStart: hear("onAttemptStart"),
    onAttemptEnd: hear("onAttemptEnd"),
    onRetry: hear("onRetry"),
  };
  return { hooks, heard };
}

describe("hooks", () => {
  it("hear of a call, its attempts and its retries, and of no argument, query or header", async () => {
    await using server = await startServer((_, response, count) =>
      count === 1 ? json(response, 503, {}) : json(response, 200, { id: 1 }),
    );
    const { hooks, heard } = listener();
    const headers = { authorization: "Bearer hunter2" };
    const session = new Session({ baseUrl: server.url, retry, hooks, headers });
    await session.call(getThing, { values: ["secret-key"] });
    const { host } = new URL(server.url);
    const call = { operation: "things.get", method: "GET", route: "/things/{key}", endpoint: host };
    const [first, second] = [1, 2].map((attempt) => ({ ...call, attempt }));
    const failed = { isCancelled: false, status: 503, code: "UNAVAILABLE" };
    expect(heard).toEqual([
      ["onCallStart", call],
      ["onAttemptStart", first],
      ["onAttemptEnd", { ...first, ...failed }],
      ["onRetry", { ...first, code: "UNAVAILABLE" }],
      ["onAttemptStart", second],
      ["onAttemptEnd", { ...second, isCancelled: false, status: 200 }],
      ["onCallEnd", { ...call, isCancelled: false, status: 200 }],
    ]);
    expect(JSON.stringify(heard)).not.toMatch(/hunter2|secret-key/);
  });

  it.each([404, 422, 503])("show the path template in errors, as the message of a %i", async (status) => {
    await using server = await startServer((_, response) => json(response, status, { message: "no" }));
    const errors: unknown[] = [];
    const hear = ({ error }: { readonly error?: unknown }): void => void errors.push(error);
    const hooks: Hooks = {
      onCallEnd: hear,
      onAttemptEnd: hear,
      onRetry: hear,
      observe: () => ({ onEnd: hear }),
    };
    const session = new Session({ baseUrl: server.url, retry, hooks });
    const error = await rejection(session.call(getThing, { values: ["secret-key"] }));
    expect(String(error)).toContain("/things/secret-key");
    expect(errors.length).toBeGreaterThan(2);
    for (const one of errors) {
      expect(one).toMatchObject({ status, request: "GET /things/{key}", body: { message: "no" } });
      const { message, stack } = one as Error;
      expect(message).toContain(`GET /things/{key}: `);
      expect(message + (stack ?? "") + JSON.stringify(one)).not.toContain("secret-key");
    }
  });

  it("hear of a failure, of a miss that is allowed as a success, and of an abort", async () => {
    const closed = await startServer(() => undefined);
    await closed[Symbol.asyncDispose]();
    const { hooks, heard } = listener();
    await rejection(new Session({ baseUrl: closed.url, retry: false, hooks }).call(listThings, {}));
    const ends = (): unknown[] => heard.filter((entry) => (entry as string[])[0] === "onCallEnd");
    expect(ends().at(-1)).toMatchObject(["onCallEnd", { code: "UNAVAILABLE", isCancelled: false }]);
    await using server = await startServer((_, response, count) => {
      if (count === 1) json(response, 404, {});
    });
    const session = new Session({ baseUrl: server.url, hooks });
    expect(await session.find(getThing, { values: ["a"] })).toBeUndefined();
    expect(ends().at(-1)).toEqual(["onCallEnd", expect.not.objectContaining({ code: expect.anything() })]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    await rejection(session.call(listThings, {}, { signal: controller.signal }));
    expect(ends().at(-1)).toMatchObject(["onCallEnd", { isCancelled: true }]);
  });

  it("change no call, whatever they throw, reject with or leave out", async () => {
    await using server = await startServer((_, response) => json(response, 200, []));
    const fail = (): never => {
      throw new Error("a fault in a hook");
    };
    const reject = async (): Promise<never> => fail();
    const silent: CallObserver = { run: () => undefined, onAttempt: fail, onEnd: reject };
    const twice: CallObserver = {
      run: (work) => [work(), work()],
      onAttempt: () => ({ headers: { "bad name": "a\nb" }, run: fail, onEnd: fail }),
    };
    const all: Hooks[] = [
      { onCallStart: fail, onCallEnd: reject, onAttemptStart: fail, onAttemptEnd: reject, observe: fail },
      { observe: () => silent },
      { observe: () => twice },
    ];
    const session = new Session({ baseUrl: server.url, hooks: all });
    expect(await session.call(listThings, {}).withResponse()).toMatchObject({ data: [], attempts: 1 });
    expect(server.seen).toHaveLength(1);
  });

  it("add headers to an attempt, apart from those that the call has", async () => {
    await using server = await startServer((_, response) => json(response, 200, []));
    const headers = { traceparent: "00-a-b-01", "x-tenant": "theirs", accept: "text/html" };
    const hooks: Hooks = { observe: () => ({ onAttempt: () => ({ headers }) }) };
    const session = new Session({ baseUrl: server.url, hooks });
    await session.call(listThings, {}, { headers: { "x-tenant": "mine" } });
    expect(server.seen[0]?.headers).toMatchObject({
      traceparent: "00-a-b-01",
      "x-tenant": "mine",
      accept: "application/json",
    });
  });
});
