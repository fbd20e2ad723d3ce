import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { rejection } from "./server.fixture.js";
import { pause, withDeadline } from "./deadline.js";

const never = () => new Promise<never>(() => undefined);
const late = () => new Error("late");

describe("work within limits", () => {
  it("gives what it gives, and tells no one afterwards", async () => {
    const caller = new AbortController();
    let inner: AbortSignal | undefined;
    const work = async (signal: AbortSignal) => {
      inner = signal;
      return 7;
    };
    expect(await withDeadline(work, caller.signal, 1000, late)).toBe(7);
    expect(getEventListeners(caller.signal, "abort")).toHaveLength(0);
    caller.abort();
    expect(inner?.aborted).toBe(false);
  });

  it("ends in time, and says so to the work", async () => {
    let inner: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      inner = signal;
      return never();
    };
    expect(await rejection(withDeadline(work, undefined, 5, late))).toEqual(late());
    expect(inner?.reason).toEqual(late());
  });

  it("is not begun for a caller who has gone", async () => {
    let isBegun = false;
    const work = async () => {
      isBegun = true;
    };
    expect(await rejection(withDeadline(work, AbortSignal.abort("gone"), 5, late))).toBe("gone");
    expect(isBegun).toBe(false);
  });

  it.each([2 ** 31, 1e12, Infinity])("of %d ms is not over at once", async (limitMs) => {
    const work = () => new Promise((resolve) => setTimeout(resolve, 10, "done"));
    expect(await withDeadline(work, undefined, limitMs, late)).toBe("done");
  });

  it("may fail after it was given up, without harm", async () => {
    const work = () => new Promise<never>((_, reject) => setTimeout(reject, 10, new Error("too late")));
    expect(await rejection(withDeadline(work, undefined, 1, late))).toEqual(late());
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

describe("a pause", () => {
  it("ends with the caller's reason", async () => {
    const caller = new AbortController();
    const waiting = pause(60_000, caller.signal);
    caller.abort("gone");
    expect(await rejection(waiting)).toBe("gone");
    expect(getEventListeners(caller.signal, "abort")).toHaveLength(0);
  });
});
