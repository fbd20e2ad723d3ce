import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadShop, type ShopApi } from "./shop.fixture.js";

/** What a server must survive for weeks, in short. */
describe("a generated server under many calls", () => {
  let api: ShopApi;
  const faults: string[] = [];
  const note = (fault: unknown): void => void faults.push(String(fault));

  beforeAll(async () => {
    api = await loadShop();
    process.on("warning", note);
    process.on("unhandledRejection", note);
  });
  afterAll(async () => {
    process.off("warning", note);
    process.off("unhandledRejection", note);
    await api[Symbol.asyncDispose]();
  });

  it("answers all, of every kind, where others fail, leave or are late, without a warning or a stray rejection", async () => {
    let open = 0;
    await using shop = await api.open({
      async get({ id }, { signal }) {
        if (id === "fail") throw new Error("a defect");
        if (id === "wait") await delay(10_000, undefined, { signal });
        return { metadata: { id } };
      },
      async *watch({ id }) {
        open += 1;
        try {
          for (let count = 0; count < 50; count++) {
            if (id === "fail" && count === 20) throw new Error("a defect");
            yield { metadata: { id }, spec: { lines: [{ article: "x".repeat(20_000) }] } };
          }
        } finally {
          open -= 1;
        }
      },
      async *talk(notes) {
        open += 1;
        try {
          for await (const { text } of notes) yield { text };
        } finally {
          open -= 1;
        }
      },
    });
    const { client } = shop;
    const outcomes = new Map<string, number>();
    const count = async (name: string, call: Promise<unknown>): Promise<void> => {
      const outcome = await call.then(
        () => "OK",
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      );
      const key = `${name} ${outcome}`;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    };
    const leaveSoon = () => ({ signal: AbortSignal.timeout(20) });
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        ...Array.from({ length: 20 }, () => count("get", Promise.resolve(client.get({ id: "1" })))),
        count("get", Promise.resolve(client.get({ id: "fail" }))),
        count("late", Promise.resolve(client.get({ id: "wait" }, { timeoutMs: 20 }))),
        count("leave", Promise.resolve(client.get({ id: "wait" }, leaveSoon()))),
        count("watch", read(client.watch({ id: "1" }))),
        count("watch", read(client.watch({ id: "fail" }))),
        count("left watch", read(client.watch({ id: "1" }), 3)),
        count("talk", read(client.talk(["a", "b"].map((text) => ({ text }))))),
        count("left talk", read(client.talk(Array.from({ length: 50 }, () => ({ text: "x" }))), 3)),
      ]);
    }
    expect(Object.fromEntries(outcomes)).toMatchObject({
      "get OK": 200,
      "get UNKNOWN": 10,
      "late DEADLINE_EXCEEDED": 10,
      "watch OK": 10,
      "watch UNKNOWN": 10,
      "left watch OK": 10,
      "talk OK": 10,
      "left talk OK": 10,
    });
    await expect.poll(() => open).toBe(0);
    expect(shop.errors).toHaveLength(20);
    expect(faults).toEqual([]);
  });
});

/** Reads a stream, or its first items. */
async function read(stream: AsyncIterable<unknown>, most = Infinity): Promise<void> {
  let count = 0;
  for await (const _ of stream) if (++count >= most) break;
}
