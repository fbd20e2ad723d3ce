import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importsOf } from "../architecture/imports.fixture.js";
import { readTree } from "../golden/tree.fixture.js";
import { loadShop, type ShopApi } from "./shop.fixture.js";

/** A generated client against the generated server of the same API, over a socket. */
describe("a generated server", () => {
  let api: ShopApi;
  beforeAll(async () => {
    api = await loadShop();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it("answers an rpc with what its handler says, the rest filled in", async () => {
    await using shop = await api.open({
      get: async ({ id }) => ({ metadata: { id, resourceVersion: 7n } }),
    });
    const order = await shop.client.get({ id: "order-1" });
    expect(order.metadata).toEqual({ id: "order-1", name: "", resourceVersion: 7n });
    // The client completes it, as it does for any server.
    expect(order.spec.lines).toEqual([]);
  });

  it("answers with a stream, of an async generator or of a list", async () => {
    await using shop = await api.open({
      async *watch({ id }) {
        yield { metadata: { id, name: "one" } };
        yield { metadata: { id, name: "two" } };
      },
      talk: () => [{ text: "a" }, { text: "b" }],
    });
    const names: (string | undefined)[] = [];
    for await (const order of shop.client.watch({ id: "order-1" })) names.push(order.metadata?.name);
    expect(names).toEqual(["one", "two"]);
    const notes: string[] = [];
    for await (const note of shop.client.talk([])) notes.push(note.text);
    expect(notes).toEqual(["a", "b"]);
  });

  it("reads a stream of requests to its end, or leaves it", async () => {
    await using shop = await api.open({
      async upload(lines) {
        const read = [];
        for await (const line of lines) {
          read.push(line);
          if (line.article === "last") break;
        }
        return { spec: { lines: read } };
      },
    });
    const lines = [{ article: "a", count: 1 }, { article: "b" }];
    expect((await shop.client.upload(lines)).spec.lines).toEqual([
      { article: "a", count: 1 },
      { article: "b", count: 0 },
    ]);
    const endless = async function* () {
      for (let count = 0; ; count++) yield { article: count === 3 ? "last" : "more", count };
    };
    expect((await shop.client.upload(endless())).spec.lines).toHaveLength(4);
  });

  it("speaks both ways at once", async () => {
    await using shop = await api.open({
      async *talk(notes) {
        for await (const { text } of notes) yield { text: text.toUpperCase() };
        yield { text: "bye" };
      },
    });
    const said: string[] = [];
    let hear = (): void => {};
    const speak = async function* () {
      for (const text of ["one", "two", "three"]) {
        const heard = new Promise<void>((resolve) => (hear = resolve));
        yield { text };
        // The next is said when the answer to this is there.
        await heard;
      }
    };
    for await (const { text } of shop.client.talk(speak())) {
      said.push(text);
      hear();
    }
    expect(said).toEqual(["ONE", "TWO", "THREE", "bye"]);
  });

  it("carries many and large messages, and holds the handler back where the client is slow", async () => {
    let made = 0;
    await using shop = await api.open({
      async *watch({ id }) {
        for (; made < 2_000; made++) {
          yield { metadata: { id: String(made) }, spec: { lines: [{ article: id.repeat(10_000) }] } };
        }
      },
    });
    let read = 0;
    for await (const { metadata, spec } of shop.client.watch({ id: "0123456789" })) {
      expect([metadata?.id, spec?.lines[0]?.article.length]).toEqual([String(read), 100_000]);
      read += 1;
      if (read === 3) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        // 200 MB in all; what is between the two are a window of HTTP/2 and the buffers of both sides.
        expect(made).toBeLessThan(500);
      }
    }
    expect([read, made]).toEqual([2_000, 2_000]);
  });

  it("holds a client back that is faster than the handler", async () => {
    let sent = 0;
    await using shop = await api.open({
      async upload(lines) {
        let count = 0;
        for await (const _ of lines) {
          count += 1;
          if (count === 3) {
            await new Promise((resolve) => setTimeout(resolve, 300));
            expect(sent).toBeLessThan(500);
          }
        }
        return { spec: { lines: [{ count }] } };
      },
    });
    const many = async function* () {
      for (; sent < 1_000; sent++) yield { article: "x".repeat(100_000) };
    };
    expect((await shop.client.upload(many())).spec.lines[0]?.count).toBe(1_000);
    expect(shop.errors).toEqual([]);
  });

  it("is loaded by no client", () => {
    const sources = readTree(fileURLToPath(new URL("../golden/api/expected/src", import.meta.url)));
    const loads = Object.entries(sources)
      .filter(([path]) => !/(^|\.)server\.ts$/.test(path))
      .flatMap(([path, text]) => importsOf(path, text))
      .filter(({ target }) => /server/.test(target));
    expect(loads).toEqual([]);
    // What is generated for servers imports the entry point of clients, as all does but the roots.
    const imports = Object.entries(sources).flatMap(([path, text]) => importsOf(path, text));
    const roots = ["index.ts", "session.ts", "web-messages.ts", "web.ts"];
    const targets = imports.filter(({ from }) => !roots.includes(from)).map(({ target }) => target);
    expect(new Set(targets.filter((target) => target.startsWith("@")))).toEqual(
      new Set(["@stratus/runtime/generated/calls-v1"]),
    );
  });

  it("calls handlers as methods of their object", async () => {
    class Shop {
      readonly #name = "corner shop";
      async get() {
        return { metadata: { name: this.#name } };
      }
    }
    await using shop = await api.open(new Shop());
    expect((await shop.client.get({})).metadata.name).toBe("corner shop");
  });

  it("gives what server.addService takes, and takes it off again", async () => {
    await using shop = await api.open({ get: () => ({}) });
    const { definition } = api.runtime.grpcService(api.server.OrderServiceServer, {}, { partial: true });
    expect(Object.keys(definition)).toEqual("Create Get List Update Watch Upload Talk Cancel".split(" "));
    shop.server.removeService(definition);
    await expect(shop.client.get({})).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
  });

  it("has a handler for every rpc, unless it may do without", () => {
    const { grpcService } = api.runtime;
    const { OrderServiceServer } = api.server;
    const handlers = { get: () => ({}) };
    expect(() => grpcService(OrderServiceServer, handlers as never)).toThrow(
      "acme.shop.v1.OrderService has no handler for create, list, update, watch, upload, talk, cancel",
    );
    expect(() => grpcService(OrderServiceServer, { get: 1 } as never, { partial: true })).toThrow(
      "the handler of get is not a function",
    );
  });
});
