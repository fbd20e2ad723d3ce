import { CatalogueError, type ErrorCode } from "@svc/catalogue";
import { QueryClient } from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Loader, slowMs, type Read } from "./loader.js";
import { describeProblem } from "./problem.js";

/** A connection that is switched by hand. */
class Cable {
  isOnline = true;
  readonly #listeners: (() => void)[] = [];
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }
  switch(isOnline: boolean): void {
    this.isOnline = isOnline;
    for (const listener of this.#listeners) listener();
  }
}

const failed = (code: ErrorCode, details = {}): Promise<never> =>
  Promise.reject(new CatalogueError(code, "x", details));

describe("a loader", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = (): { cable: Cable; loader: Loader<string>; changed: ReturnType<typeof vi.fn> } => {
    const cable = new Cable();
    const changed = vi.fn<() => void>();
    const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
    return { cable, changed, loader: new Loader<string>(cache, changed, cable) };
  };
  const read = (
    name: string,
    queryFn: (context: { readonly signal: AbortSignal }) => Promise<string>,
  ): Read<string, string> => ({ queryKey: [name], queryFn, select: (text) => text });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);

  it("says when it takes long", async () => {
    const { loader } = start();
    loader.load(read("a", () => new Promise(() => undefined)));
    await vi.advanceTimersByTimeAsync(slowMs - 1);
    expect(loader.state).toEqual({ kind: "waiting", isSlow: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(loader.state).toEqual({ kind: "waiting", isSlow: true });
  });

  it("aborts what is no longer wanted, and does not show it when it comes all the same", async () => {
    const { loader } = start();
    const signals: AbortSignal[] = [];
    const late = (text: string, ms: number): Read<string, string> =>
      read(text, ({ signal }) => {
        signals.push(signal);
        return new Promise<string>((resolve) => setTimeout(resolve, ms, text));
      });
    loader.load(late("old", 20));
    loader.load(late("new", 10));
    await vi.advanceTimersByTimeAsync(50);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(loader.state).toEqual({ kind: "ready", value: "new", isOld: false });
    loader.load(late("never", 10));
    loader.clear();
    await vi.advanceTimersByTimeAsync(50);
    expect(loader.state).toEqual({ kind: "idle" });
  });

  it("keeps what is there until the newer has come, where it is told to", async () => {
    const { loader } = start();
    loader.load(read("a", async () => "a"));
    await settle();
    loader.load(
      read("b", async () => "b"),
      true,
    );
    expect(loader.state).toEqual({ kind: "ready", value: "a", isOld: true });
    await settle();
    expect(loader.state).toEqual({ kind: "ready", value: "b", isOld: false });
  });

  it("shows at once what it has shown before, and reads it again after a minute", async () => {
    const { loader } = start();
    const work = vi.fn(async () => `a${work.mock.calls.length}`);
    loader.load(read("a", work));
    await settle();
    loader.load(read("b", async () => "b"));
    await settle();
    loader.load(read("a", work));
    expect(loader.state).toEqual({ kind: "ready", value: "a1", isOld: false });
    loader.clear();
    await vi.advanceTimersByTimeAsync(61_000);
    loader.load(read("a", work));
    expect(loader.state).toMatchObject({ kind: "ready", value: "a1" });
    await settle();
    expect(loader.state).toMatchObject({ kind: "ready", value: "a2" });
  });

  it("tries again what may pass, less and less often, and changes nothing while it ends the same way", async () => {
    const { loader, changed } = start();
    const tries: number[] = [];
    const begin = Date.now();
    loader.load(
      read("a", () => {
        tries.push(Math.round((Date.now() - begin) / 1000));
        return failed("UNAVAILABLE");
      }),
    );
    await settle();
    const { state } = loader;
    const times = changed.mock.calls.length;
    await vi.advanceTimersByTimeAsync(100_000);
    expect(tries).toEqual([0, 2, 6, 14, 30, 60, 90]);
    expect(loader.state).toBe(state);
    expect(changed.mock.calls).toHaveLength(times);
  });

  it("waits as long as the server asks for", async () => {
    const { loader } = start();
    const work = vi.fn(() => failed("RESOURCE_EXHAUSTED", { retryAfterMs: 20_000 }));
    loader.load(read("a", work));
    await vi.advanceTimersByTimeAsync(19_000);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("tries at once when the network is back", async () => {
    const { loader, cable } = start();
    cable.isOnline = false;
    let isThere = false;
    loader.load(read("a", () => (isThere ? Promise.resolve("a") : failed("UNAVAILABLE"))));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(loader.state).toMatchObject({ kind: "failed", problem: { title: "You are offline" } });
    isThere = true;
    cable.switch(true);
    await settle();
    expect(loader.state).toMatchObject({ kind: "ready", value: "a" });
  });

  it("answers whoever asks for a try, also when it ends the same way", async () => {
    const { loader } = start();
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    loader.load(read("a", () => failed("HTTP_ERROR")));
    await settle();
    const { state } = loader;
    loader.retry();
    await settle();
    expect(loader.state).toEqual(state);
    expect(loader.state).not.toBe(state);
    warn.mockRestore();
  });
});

describe("a problem", () => {
  const codes: ErrorCode[] = [
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "RESOURCE_EXHAUSTED",
    "SERVER_ERROR",
    "HTTP_ERROR",
    "UNAVAILABLE",
    "DEADLINE_EXCEEDED",
    "DECODE",
    "VALIDATION",
  ];

  it.each(codes)("is told in words for people: %s", (code) => {
    const { title, text, isPassing } = describeProblem(new CatalogueError(code, "GET /x: HTTP 500"), true);
    expect(`${title} ${text}`).not.toMatch(/HTTP|GET |JSON|error|code|undefined/i);
    expect(/keep trying/.test(text)).toBe(isPassing);
  });

  it("is the device’s own where it is offline, and the page’s where nothing else is to blame", () => {
    const cut = new CatalogueError("UNAVAILABLE", "fetch failed");
    expect(describeProblem(cut, false).title).toBe("You are offline");
    expect(describeProblem(new TypeError("x is not a function"), true).title).toBe("This page has a fault");
  });
});
