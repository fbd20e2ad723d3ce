import { describe, expect, it } from "vitest";
import { CallError } from "../../calls/error/call-error.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { settled, TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { OutgoingCall } from "../../calls/chain/interceptor.js";
import type { AccessToken, Credentials } from "./credentials.js";
import { staticToken } from "./static-token.js";
import { codedError } from "../../../../test/coded-error.js";

const thing = { metadata: undefined, spec: undefined };
const minute = 60_000;

/** Credentials whose answers a test gives by hand. */
class HandCredentials implements Credentials {
  readonly description = "the test";
  readonly requests: { resolve(token: AccessToken): void; reject(error: Error): void }[] = [];

  fetchToken(): Promise<AccessToken> {
    return new Promise((resolve, reject) => this.requests.push({ resolve, reject }));
  }
}

function setUp(credentials: Credentials, answer: (call: OutgoingCall) => unknown = () => thing) {
  const clock = new TestClock();
  const transport = answering(answer);
  const session = openSession({ transport, clock, random: () => 0, credentials });
  const things = connectThings(session);
  const get = (options = {}) => things.unary(methods.get, { id: "1" }, options);
  const sent = (): (string | undefined)[] =>
    transport.calls.map((call) => call.metadata.get("authorization"));
  return { clock, transport, session, get, sent };
}

const sentToken = (call: OutgoingCall): string | undefined => call.metadata.get("authorization")?.slice(7);

describe("a token", () => {
  it("is fetched once for 1,000 calls that need it at once", async () => {
    const credentials = new HandCredentials();
    const { get, sent } = setUp(credentials);
    const calls = Array.from({ length: 1000 }, () => get());
    await settled();
    expect(credentials.requests).toHaveLength(1);
    credentials.requests[0]?.resolve({ token: "one", expiresInMs: minute });
    await Promise.all(calls);
    expect(new Set(sent())).toEqual(new Set(["Bearer one"]));
    expect(sent()).toHaveLength(1000);
  });

  it("is refreshed ahead at 90 % of its lifetime while the old one serves", async () => {
    const credentials = new HandCredentials();
    const { get, sent, clock } = setUp(credentials);
    const first = get();
    await settled();
    credentials.requests[0]?.resolve({ token: "one", expiresInMs: 10 * minute });
    await first;
    await clock.advance(9 * minute - 1);
    await get();
    expect(credentials.requests).toHaveLength(1);
    await clock.advance(1);
    await get();
    expect(credentials.requests).toHaveLength(2);
    expect(sent().at(-1)).toBe("Bearer one");
    credentials.requests[1]?.resolve({ token: "two", expiresInMs: 10 * minute });
    await settled();
    await get();
    expect(sent().at(-1)).toBe("Bearer two");
  });

  it("stays in use when its refresh fails, and the next refresh waits a little", async () => {
    const credentials = new HandCredentials();
    const { get, sent, clock } = setUp(credentials);
    const first = get();
    await settled();
    credentials.requests[0]?.resolve({ token: "one", expiresInMs: 10 * minute });
    await first;
    await clock.advance(9 * minute);
    await get();
    credentials.requests[1]?.reject(new Error("not now"));
    await settled();
    await get();
    expect(credentials.requests).toHaveLength(2);
    expect(sent().at(-1)).toBe("Bearer one");
    await clock.advance(2_000);
    await get();
    expect(credentials.requests).toHaveLength(3);
  });

  it("is not used after its end, by either clock", async () => {
    for (const jump of ["monotonic", "wall"] as const) {
      const credentials = new HandCredentials();
      const { get, clock } = setUp(credentials);
      const first = get();
      await settled();
      credentials.requests[0]?.resolve({ token: "one", expiresInMs: minute });
      await first;
      if (jump === "wall") clock.skewMs += minute;
      else await clock.advance(minute);
      const second = get();
      await settled();
      expect(credentials.requests).toHaveLength(2);
      credentials.requests[1]?.resolve({ token: "two" });
      await second;
    }
  });

  it("that the server refuses is replaced once for all who sent it, and each call repeated once", async () => {
    const credentials = new HandCredentials();
    const { get, sent } = setUp(credentials, (call) =>
      sentToken(call) === "old" ? failure(16, "expired") : thing,
    );
    const calls = Array.from({ length: 100 }, () => get());
    await settled();
    credentials.requests[0]?.resolve({ token: "old" });
    await settled();
    expect(credentials.requests).toHaveLength(2);
    credentials.requests[1]?.resolve({ token: "new" });
    await Promise.all(calls);
    expect(credentials.requests).toHaveLength(2);
    expect(sent().filter((one) => one === "Bearer old")).toHaveLength(100);
    expect(sent().filter((one) => one === "Bearer new")).toHaveLength(100);
  });

  it("that is refused again is not tried a third time", async () => {
    let count = 0;
    const credentials: Credentials = {
      description: "the test",
      fetchToken: () => Promise.resolve({ token: `token-${++count}` }),
    };
    const { get, transport } = setUp(credentials, () => failure(16, "revoked"));
    await expect(get()).rejects.toMatchObject({ code: "UNAUTHENTICATED", attempts: 2 });
    expect(transport.calls.map((call) => call.attempt)).toEqual([1, 2]);
  });

  it("that came for a refused one and is refused too is kept for five seconds, so that few are asked for", async () => {
    let count = 0;
    const credentials: Credentials = {
      description: "the test",
      fetchToken: () => Promise.resolve({ token: `token-${++count}` }),
    };
    const { get, clock } = setUp(credentials, () => failure(16, "not you"));
    const errors: unknown[] = [];
    const fail = async (): Promise<void> => void errors.push(await get().catch((error: unknown) => error));
    await fail();
    for (let turn = 0; turn < 9; turn++) {
      await clock.advance(500);
      await fail();
    }
    expect(count).toBe(2);
    expect(errors[0]).toMatchObject({ text: "not you", attempts: 2 });
    expect(errors[1]).toMatchObject({
      code: "UNAUTHENTICATED",
      attempts: 1,
      text: "not you; the token came from the test 0.5 s ago to replace a refused one; the next one is requested 5 s after it",
    });
    await clock.advance(500);
    await fail();
    expect(count).toBe(3);
  });

  it("that is kept so is good as soon as the server takes it", async () => {
    let count = 0;
    let isFixed = false;
    const credentials: Credentials = {
      description: "the test",
      fetchToken: () => Promise.resolve({ token: `token-${++count}` }),
    };
    const { get, sent } = setUp(credentials, () => (isFixed ? thing : failure(16)));
    await expect(get()).rejects.toThrow(codedError("UNAUTHENTICATED"));
    isFixed = true;
    await get();
    expect(sent()).toEqual(["Bearer token-1", "Bearer token-2", "Bearer token-2"]);
  });

  it("that credentials give a second time is not kept: the next call asks them again", async () => {
    let token = "revoked";
    const credentials: Credentials = {
      description: "the test",
      fetchToken: () => Promise.resolve({ token }),
    };
    const { get, sent } = setUp(credentials, (call) => (sentToken(call) === "revoked" ? failure(16) : thing));
    await expect(get()).rejects.toThrow(codedError("UNAUTHENTICATED"));
    token = "fixed";
    await get();
    expect(sent()).toEqual(["Bearer revoked", "Bearer revoked", "Bearer fixed"]);
  });

  it("that is revoked later is replaced at once, as often as that happens", async () => {
    let count = 0;
    const credentials: Credentials = {
      description: "the test",
      fetchToken: () => Promise.resolve({ token: `token-${++count}` }),
    };
    let good = 2;
    const { get, sent, clock } = setUp(credentials, (call) =>
      sentToken(call) === `token-${good}` ? thing : failure(16),
    );
    await get();
    await clock.advance(5000);
    good = 3;
    await get();
    expect(sent().at(-1)).toBe("Bearer token-3");
  });

  it("that never changes is not sent a second time", async () => {
    const { get, transport } = setUp(staticToken("only-one"), () => failure(16, "wrong"));
    await expect(get()).rejects.toMatchObject({ code: "UNAUTHENTICATED", attempts: 1 });
    expect(transport.calls).toHaveLength(1);
  });

  it("that comes late does not take the place of a newer one", async () => {
    const credentials = new HandCredentials();
    const { get, sent, clock } = setUp(credentials);
    const first = get();
    await clock.advance(61_000);
    const second = get();
    await settled();
    expect(credentials.requests).toHaveLength(2);
    credentials.requests[1]?.resolve({ token: "newer" });
    await second;
    credentials.requests[0]?.resolve({ token: "late" });
    await first;
    await get();
    expect(sent().at(-1)).toBe("Bearer newer");
  });

  it("is still waited for by others when one caller gives up", async () => {
    const credentials = new HandCredentials();
    const { get } = setUp(credentials);
    const stop = new AbortController();
    const reason = new Error("changed my mind");
    const leaves = get({ signal: stop.signal });
    const stays = get();
    const left = expect(leaves).rejects.toBe(reason);
    await settled();
    stop.abort(reason);
    await left;
    credentials.requests[0]?.resolve({ token: "one" });
    await stays;
  });

  it("is waited for no longer than the call's deadline", async () => {
    const { get, clock } = setUp(new HandCredentials());
    const call = expect(get({ timeoutMs: 500 })).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
      attempts: 0,
      text: expect.stringContaining("did not arrive within 500 ms, the limit of the option timeoutMs"),
    });
    await clock.advance(500);
    await call;
    expect(clock.waiting).toBe(0);
  });

  it("whose fetching fails for good fails all who wait at once, and the next call tries again", async () => {
    const credentials = new HandCredentials();
    const { get } = setUp(credentials);
    const calls = [get(), get()].map((call) => expect(call).rejects.toBeInstanceOf(CallError));
    await settled();
    credentials.requests[0]?.reject(new Error("the account is disabled"));
    await Promise.all(calls);
    const next = get();
    await settled();
    credentials.requests[1]?.resolve({ token: "again" });
    await next;
  });
});

describe("a token that cannot be sent", () => {
  it.each([
    ["a line end", "abc\ndef-marker"],
    ["a blank", "abc def-marker"],
    ["a letter that is not ASCII", "abc\u00e9def-marker"],
    ["nothing", "   "],
    ["no text", 5 as never],
  ])("with %s in it fails the call and is not shown", async (_what, token) => {
    const credentials: Credentials = {
      description: "the test",
      fetchToken: () => Promise.resolve({ token }),
    };
    const { get, transport } = setUp(credentials);
    const error = await get().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", attempts: 0 });
    expect(JSON.stringify(error)).not.toContain("marker");
    expect(transport.calls).toHaveLength(0);
  });

  it("of blanks around it is sent without them", async () => {
    const { get, sent } = setUp(staticToken("  token-9\n"));
    await get();
    expect(sent()).toEqual(["Bearer token-9"]);
  });
});
