import { setTimeout as delay } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { setFlagsFromString } from "node:v8";
import type { ServerCall } from "@stratus/runtime/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadShop, type ShopApi } from "./shop.fixture.js";

describe("a call whose caller has left", () => {
  let api: ShopApi;
  beforeAll(async () => {
    api = await loadShop();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it("ends when the caller leaves: its signal aborts, its streams end, its generators clean up", async () => {
    const events: string[] = [];
    const note = (event: string) => void events.push(event);
    const hold = (name: string, { signal }: ServerCall): Promise<never> =>
      new Promise((_, reject) => {
        note(`${name} waits`);
        signal.addEventListener("abort", () => {
          note(`${name} ${(signal.reason as { code: string }).code}`);
          reject(signal.reason);
        });
      });
    await using shop = await api.open({
      get: (_, call) => hold("get", call),
      async *watch(_, call) {
        try {
          yield {};
          yield await hold("watch", call);
        } finally {
          note("watch cleans up");
        }
      },
      async upload(lines) {
        note("upload waits");
        try {
          for await (const _ of lines);
          note("upload is whole");
        } catch (error) {
          note(`upload ${(error as { code: string }).code}`);
        }
        return {};
      },
      async *talk(notes) {
        note("talk waits");
        try {
          for await (const _ of notes) yield {};
        } finally {
          note("talk cleans up");
        }
      },
    });
    const { client } = shop;
    const endless = async function* () {
      yield {};
      await new Promise(() => {});
    };
    const calls: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
      get: (signal) => client.get({}, { signal }),
      watch: (signal) => drain(client.watch({}, { signal })),
      upload: (signal) => client.upload(endless(), { signal }),
      talk: (signal) => drain(client.talk(endless(), { signal })),
    };
    for (const [name, call] of Object.entries(calls)) {
      const controller = new AbortController();
      const ended = call(controller.signal).catch((reason: unknown) => reason);
      await until(() => events.includes(`${name} waits`));
      controller.abort("enough");
      expect(await ended).toBe("enough");
    }
    await until(() => events.length >= 9);
    expect(events.sort()).toEqual([
      "get CANCELLED",
      "get waits",
      "talk cleans up",
      "talk waits",
      "upload CANCELLED",
      "upload waits",
      "watch CANCELLED",
      "watch cleans up",
      "watch waits",
    ]);
    expect(shop.errors).toEqual([]);
  });

  it("never takes what a caller who left had sent for the whole of it", async () => {
    let [whole, cut] = [0, 0];
    const count = async (lines: AsyncIterable<unknown>): Promise<void> => {
      try {
        for await (const _ of lines);
        whole += 1;
      } catch {
        cut += 1;
      }
    };
    await using shop = await api.open({
      async upload(lines) {
        await count(lines);
        return {};
      },
      async *talk(notes) {
        await count(notes);
        yield {};
      },
    });
    for (let turn = 0; turn < 60; turn++) {
      const controller = new AbortController();
      const { signal } = controller;
      const lines = async function* () {
        for (let sent = 0; sent < turn % 7; sent++) yield {};
        await delay(turn % 5);
        setImmediate(() => controller.abort());
        await new Promise(() => {});
      };
      if (turn % 2 === 0) await shop.client.upload(lines(), { signal }).catch(() => {});
      else await drain(shop.client.talk(lines(), { signal })).catch(() => {});
    }
    await until(() => whole + cut >= 50);
    expect([whole, cut > 40]).toEqual([0, true]);
  });

  it("ends whoever still reads requests after the answer", async () => {
    const ends: unknown[] = [];
    const read = (lines: AsyncIterable<unknown>): void => {
      const readAll = async () => {
        for await (const _ of lines);
      };
      readAll().then(
        () => ends.push("whole"),
        (error: unknown) => ends.push(error),
      );
    };
    await using shop = await api.open({
      *talk(notes) {
        read(notes);
        yield {};
        throw new api.root.AcmeError({ code: "ABORTED", text: "for the caller" });
      },
      async upload(lines) {
        read(lines);
        await delay(10);
        return {};
      },
    });
    const endless = async function* () {
      yield {};
      await new Promise(() => {});
    };
    await expect(drain(shop.client.talk(endless()))).rejects.toMatchObject({ code: "ABORTED" });
    await shop.client.upload(endless());
    await until(() => ends.length === 2);
    expect(ends).toMatchObject([
      { code: "CANCELLED", text: "the call has been answered" },
      { code: "CANCELLED", text: "the call has been answered" },
    ]);
    expect(shop.errors).toEqual([]);
  });

  it("ends at the deadline, whether its handler knows it or not", async () => {
    const reasons: unknown[] = [];
    await using shop = await api.open({
      get: (_, { signal }) => {
        signal.addEventListener("abort", () => reasons.push((signal.reason as { code: string }).code));
        return new Promise(() => {});
      },
    });
    await expect(shop.client.get({}, { timeoutMs: 150 })).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
    });
    await until(() => reasons.length > 0);
    // The caller's own timer may be first; the server hears that it left.
    expect(["DEADLINE_EXCEEDED", "CANCELLED"]).toContain(reasons[0]);
  });

  it("stops a generator that waits for a slow client, when the client leaves", async () => {
    let isCleanedUp = false;
    await using shop = await api.open({
      async *watch() {
        try {
          for (;;) yield { spec: { lines: [{ article: "x".repeat(100_000) }] } };
        } finally {
          isCleanedUp = true;
        }
      },
    });
    const messages = shop.client.watch({});
    for await (const _ of messages) {
      await delay(200);
      break;
    }
    await until(() => isCleanedUp);
    expect(isCleanedUp).toBe(true);
  });

  it("is forgotten when its caller has left, though its handler never settles", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const calls: WeakRef<ServerCall>[] = [];
    await using shop = await api.open({
      get: (_, call) => {
        calls.push(new WeakRef(call));
        return new Promise(() => {});
      },
    });
    const controller = new AbortController();
    const { signal } = controller;
    const ended = Array.from({ length: 200 }, () => shop.client.get({}, { signal }).catch(() => {}));
    await until(() => calls.length === 200);
    controller.abort();
    await Promise.all(ended);
    const alive = (): number => calls.filter((one) => one.deref() !== undefined).length;
    for (let turn = 0; turn < 50 && alive() > 10; turn++) {
      await delay(20);
      collect();
    }
    expect(alive()).toBeLessThanOrEqual(10);
  });
});

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

/** Waits until something is so, for five seconds at most. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !isSo(); turn++) await delay(10);
}
