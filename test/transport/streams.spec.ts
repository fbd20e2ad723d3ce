import { afterEach, describe, expect, it } from "vitest";
import { staticToken } from "../../runtime/src/session/auth/static-token.js";
import type { Caller } from "../../runtime/src/calls/caller.js";
import { CallError } from "../../runtime/src/calls/error/call-error.js";
import { connectThings, methods } from "../../runtime/src/fixture/test-api.fixture.js";
import { Deferred } from "../../runtime/src/fixture/test-clock.fixture.js";
import { Refusal, TestServer } from "../../runtime/src/fixture/test-server.fixture.js";
import type { Session } from "../../runtime/src/session/core/session.js";
import { implementations } from "./implementations.fixture.js";

describe.each(implementations)("over $name,", (implementation) => {
  const open: Session[] = [];

  function callTo(server: TestServer): Caller {
    const session = implementation.open({
      ...server.options,
      credentials: staticToken("token-1"),
      retry: { baseDelayMs: 1, maxDelayMs: 5 },
    });
    open.push(session);
    return connectThings(session);
  }

  afterEach(async () => {
    await Promise.all(open.splice(0).map((session) => session.close({ graceMs: 1 })));
  });

  async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
    const items: T[] = [];
    for await (const item of stream) items.push(item);
    return items;
  }

  describe("a server stream", () => {
    it("gives its messages in order, then ends", async () => {
      await using server = await new TestServer()
        .serverStream(methods.watch, ({ text }, raw) => {
          for (let n = 0; n < 100; n++) raw.write({ text: `${text}${n}` });
          raw.end();
        })
        .listen();
      const messages = await collect(callTo(server).serverStream(methods.watch, { text: "m" }));
      expect(messages).toHaveLength(100);
      expect(messages[99]).toEqual({ text: "m99" });
      expect(server.seen[0]?.metadata).not.toHaveProperty("x-idempotency-key");
    });

    it("of nothing ends at once", async () => {
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => raw.end())
        .listen();
      expect(await collect(callTo(server).serverStream(methods.watch, {}))).toEqual([]);
    });

    it("that fails before it begins is repeated", async () => {
      let turn = 0;
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => {
          if (turn++ === 0) return void raw.emit("error", new Refusal(14, "starting"));
          raw.write({ text: "here" });
          raw.end();
        })
        .listen();
      expect(await collect(callTo(server).serverStream(methods.watch, {}))).toEqual([{ text: "here" }]);
    });

    it("that fails after its first message throws into the loop and is not repeated", async () => {
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => {
          raw.write({ text: "one" });
          setImmediate(() => raw.emit("error", new Refusal(14, "gone")));
        })
        .listen();
      const got: unknown[] = [];
      const error = await (async () => {
        for await (const message of callTo(server).serverStream(methods.watch, {})) got.push(message);
      })().catch((reason: unknown) => reason);
      expect(got).toEqual([{ text: "one" }]);
      expect(error).toBeInstanceOf(CallError);
      expect(error).toMatchObject({ code: "UNAVAILABLE", text: "gone" });
      expect(server.seen).toHaveLength(1);
    });

    it("is cancelled when the reader leaves the loop", async () => {
      const cancelled = new Deferred();
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => {
          raw.on("cancelled", () => cancelled.resolve());
          const timer = setInterval(() => raw.write({ text: "again" }), 1);
          raw.on("close", () => clearInterval(timer));
          raw.on("cancelled", () => clearInterval(timer));
        })
        .listen();
      for await (const message of callTo(server).serverStream(methods.watch, {})) {
        expect(message).toEqual({ text: "again" });
        break;
      }
      await cancelled.promise;
    });

    it("that is aborted throws the signal's reason", async () => {
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => void raw.write({ text: "one" }))
        .listen();
      const stop = new AbortController();
      const reason = new Error("enough");
      const reading = (async () => {
        for await (const _ of callTo(server).serverStream(methods.watch, {}, { signal: stop.signal }))
          stop.abort(reason);
      })();
      await expect(reading).rejects.toBe(reason);
    });

    it("is cut by timeoutMs, and by nothing else", async () => {
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => void raw.write({ text: "one" }))
        .listen();
      const reading = collect(callTo(server).serverStream(methods.watch, {}, { timeoutMs: 100 }));
      await expect(reading).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    });

    it("holds the server back when the reader is slow", async () => {
      let sent = 0;
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => {
          const text = "x".repeat(20_000);
          const write = (): void => {
            while (sent < 2_000) {
              sent += 1;
              if (!raw.write({ text })) return void raw.once("drain", write);
            }
            raw.end();
          };
          write();
        })
        .listen();
      let read = 0;
      for await (const _ of callTo(server).serverStream(methods.watch, {})) {
        if (++read === 1) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          expect(sent).toBeLessThan(1_000);
        }
      }
      expect(read).toBe(2_000);
    });

    it("can be read once only", async () => {
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => raw.end())
        .listen();
      const stream = callTo(server).serverStream(methods.watch, {});
      await collect(stream);
      await expect(collect(stream)).rejects.toThrow(/read before/);
    });

    it("tells its header before and its trailer after its messages", async () => {
      await using server = await new TestServer()
        .serverStream(methods.watch, (_request, raw) => {
          const header = raw.metadata.clone();
          header.set("x-request-id", "r-3");
          raw.sendMetadata(header);
          raw.write({ text: "one" });
          const trailer = raw.metadata.clone();
          trailer.set("x-end", "yes");
          raw.end(trailer);
        })
        .listen();
      const response = await callTo(server).serverStream(methods.watch, {}).withResponse();
      expect(response.requestId).toBe("r-3");
      expect(response.trailer.has("x-end")).toBe(false);
      await collect(response.messages);
      expect(response.trailer.get("x-end")).toBe("yes");
    });
  });

  const joining = (server: TestServer): TestServer =>
    server.clientStream(methods.upload, (raw, answer) => {
      const parts: string[] = [];
      raw.on("data", ({ text }: { text: string }) => parts.push(text));
      raw.on("end", () => answer(null, { text: parts.join() }));
    });

  describe("a client stream", () => {
    it("sends what an iterable gives, with one key, and gives the response", async () => {
      await using server = await joining(new TestServer()).listen();
      const things = callTo(server);
      expect(await things.clientStream(methods.upload, [{ text: "a" }, {}, { text: "c" }])).toEqual({
        text: "a,,c",
      });
      const source = (async function* () {
        yield { text: "1" };
        yield { text: "2" };
      })();
      expect(await things.clientStream(methods.upload, source)).toEqual({ text: "1,2" });
      expect(server.seen[0]?.metadata["x-idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    });

    it("fails with what its source throws", async () => {
      await using server = await joining(new TestServer()).listen();
      const broken = new Error("disk");
      const source = (async function* () {
        yield { text: "1" };
        throw broken;
      })();
      await expect(callTo(server).clientStream(methods.upload, source)).rejects.toBe(broken);
    });

    it("fails with the place of a request that is not one", async () => {
      await using server = await joining(new TestServer()).listen();
      const call = callTo(server).clientStream(methods.upload, [{ text: 5 as never }]);
      await expect(call).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        text: expect.stringContaining("text"),
      });
    });

    it("closes its source when the server ends the call early, and is not repeated", async () => {
      await using server = await new TestServer()
        .clientStream(methods.upload, (raw, answer) => {
          raw.once("data", () => answer(new Refusal(14, "full")));
        })
        .listen();
      const closed = new Deferred();
      const source = (async function* () {
        try {
          for (;;) {
            yield { text: "x" };
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
        } finally {
          closed.resolve();
        }
      })();
      await expect(callTo(server).clientStream(methods.upload, source)).rejects.toMatchObject({
        code: "UNAVAILABLE",
      });
      await closed.promise;
      expect(server.seen).toHaveLength(1);
    });
  });

  const echoing = (server: TestServer): TestServer =>
    server.bidiStream(methods.chat, (raw) => {
      raw.on("data", ({ text }: { text: string }) => raw.write({ text: `${text}!` }));
      raw.on("end", () => raw.end());
    });

  describe("a stream both ways", () => {
    it("answers while requests are still being made", async () => {
      await using server = await echoing(new TestServer()).listen();
      const turn = [new Deferred(), new Deferred()] as const;
      const source = (async function* () {
        yield { text: "a" };
        await turn[0].promise;
        yield { text: "b" };
        await turn[1].promise;
      })();
      const got: string[] = [];
      for await (const { text } of callTo(server).bidiStream(methods.chat, source)) {
        turn[got.length]?.resolve();
        got.push(text);
      }
      expect(got).toEqual(["a!", "b!"]);
    });

    it("closes its source when the reader leaves", async () => {
      await using server = await echoing(new TestServer()).listen();
      const closed = new Deferred();
      const source = (async function* () {
        try {
          yield { text: "a" };
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield { text: "b" };
        } finally {
          closed.resolve();
        }
      })();
      for await (const _ of callTo(server).bidiStream(methods.chat, source)) break;
      await closed.promise;
    });
  });
});
