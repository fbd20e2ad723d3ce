import { describe, expect, it } from "vitest";
import { Deferred, TestClock, settled } from "../../fixture/test-clock.fixture.js";
import type { OutgoingCall, IncomingResponse } from "../../calls/chain/interceptor.js";
import { systemClock } from "../../base/time/clock.js";
import { lazyTransport } from "./lazy-transport.js";
import type { Transport } from "./transport.js";

const anyCall = {} as OutgoingCall;
const anyReply = {} as IncomingResponse;

/** A transport of which a test sees whether it was loaded, called and closed. */
function seen() {
  const events: string[] = [];
  const arrival = new Deferred();
  const inner: Transport = {
    call: async () => {
      events.push("call");
      return anyReply;
    },
    close: () => void events.push("close"),
  };
  const load = async (): Promise<Transport> => {
    events.push("load");
    await arrival.promise;
    return inner;
  };
  return { events, load, arrive: () => arrival.resolve() };
}

describe("a transport that is loaded late", () => {
  it("is not loaded by a program that ends before it has called anything", async () => {
    const { events, load } = seen();
    const clock = new TestClock();
    lazyTransport(load, clock).close();
    await clock.advance(60_000);
    expect(events).toEqual([]);
  });

  it("does not hold the process until it is loaded", () => {
    const { load } = seen();
    let isInBackground: boolean | undefined;
    const after = (...[delayMs, callback, inBackground]: Parameters<typeof systemClock.after>) => {
      isInBackground = inBackground;
      return systemClock.after(delayMs, callback, inBackground);
    };
    lazyTransport(load, { ...systemClock, after }).close();
    expect(isInBackground).toBe(true);
  });

  it("is there for the first request of a server that was idle", async () => {
    const { events, load } = seen();
    const clock = new TestClock();
    lazyTransport(load, clock);
    await clock.advance(1_000);
    expect(events).toEqual(["load"]);
  });

  it("is loaded once, by the first call, and all that wait for it are made", async () => {
    const { events, load, arrive } = seen();
    const clock = new TestClock();
    const { call } = lazyTransport(load, clock);
    const replies = Promise.all([call(anyCall), call(anyCall)]);
    await clock.advance(1_000);
    arrive();
    await replies;
    await call(anyCall);
    expect(events).toEqual(["load", "call", "call", "call"]);
  });

  it("is closed when it arrives, where the session was closed meanwhile", async () => {
    const { events, load, arrive } = seen();
    const transport = lazyTransport(load, new TestClock());
    transport.call(anyCall).catch(() => undefined);
    transport.close();
    arrive();
    await settled();
    expect(events.filter((event) => event !== "call")).toEqual(["load", "close"]);
  });

  it("tells the calls why it could not be loaded, and nobody where there is none", async () => {
    const clock = new TestClock();
    const { call } = lazyTransport(() => Promise.reject(new Error("no such file")), clock);
    await clock.advance(1_000);
    await expect(call(anyCall)).rejects.toThrow("no such file");
  });
});
