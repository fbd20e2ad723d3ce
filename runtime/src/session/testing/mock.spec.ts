import { describe, expect, it, vi } from "vitest";
import type { CallOptions } from "../../calls/chain/call-options.js";
import type { Call } from "../../calls/client/call.js";
import type { Caller } from "../../calls/caller.js";
import type { ClientOptions } from "../core/client-options.js";
import type { OperationCall } from "../../calls/operation/operation-handle.js";
import type { PagedCall } from "../../calls/client/paged-call.js";
import type { ServerStream } from "../../calls/client/server-stream.js";
import { CallError } from "../../calls/error/call-error.js";
import {
  connectThings,
  methods,
  operationWiring,
  type GetRequest,
  type ListResponse,
  type Operation,
  type Text,
  type Thing,
} from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import type { Session } from "../core/session.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import { mock } from "./mock.js";
import { mockOperation } from "./mock-operation.js";
import { codedError } from "../../../../test/coded-error.js";

/** A client as the generator writes it. */
class ThingClient {
  readonly #caller: Caller;

  constructor(session: Session, options?: ClientOptions) {
    this.#caller = connectThings(session, options);
  }
  get(request: MessageInit<GetRequest>, options?: CallOptions): Call<Thing> {
    return this.#caller.unary(methods.get, request, options);
  }
  create(request: MessageInit<Thing>, options?: CallOptions): OperationCall<Operation> {
    return this.#caller.operation(methods.create, operationWiring, request, options);
  }
  update(request: MessageInit<Thing>, options?: CallOptions): OperationCall<Operation> {
    return this.#caller.operation(methods.update, operationWiring, request, options);
  }
  listAll(request: MessageInit<object>): PagedCall<Thing, ListResponse> {
    return this.#caller.paged(methods.list, "items", request);
  }
  list(request: MessageInit<object>): Call<ListResponse> {
    return this.#caller.unary(methods.list, request);
  }
  watch(request: MessageInit<Text>, options?: CallOptions): ServerStream<Text> {
    return this.#caller.serverStream(methods.watch, request, options);
  }
  upload(requests: AsyncIterable<MessageInit<Text>> | Iterable<MessageInit<Text>>): Call<Text> {
    return this.#caller.clientStream(methods.upload, requests);
  }
}

describe("a mocked client", () => {
  it("is answered by handlers that say only what matters", async () => {
    const things = mock(ThingClient, { get: async ({ id }) => ({ metadata: { id: `${id}!` } }) });
    expect(await things.get({ id: "1" })).toEqual({
      metadata: { id: "1!", parentId: "", resourceVersion: 0n },
      spec: undefined,
    });
  });

  it("shows handlers the headers that a server would see", async () => {
    let mask: string | undefined;
    const things = mock(ThingClient, {
      update: (_request, { metadata }) => {
        mask = metadata.get("x-resetmask");
        expect(metadata.get("x-idempotency-key")).toBeDefined();
        return { id: "op", status: {} };
      },
    });
    await things.update({ metadata: { id: "1" } });
    expect(mask).toBe("metadata.(parent_id,resource_version),spec");
  });

  it("gives an operation without an ID one, so that the handler of Get is not asked for it", async () => {
    const things = mock(ThingClient, { create: () => ({}), get: () => ({ spec: { note: "a thing" } }) });
    const [first, second] = [await things.create({}), await things.create({})];
    expect([first.id, second.id]).toEqual(["operation-1", "operation-2"]);
    expect((await first.wait()).status).toMatchObject({ code: 0 });
  });

  it("has operations that can be waited for", async () => {
    const things = mock(ThingClient, { create: () => ({ id: "op-1", resourceId: "t-1" }) });
    const operation = await things.create({});
    expect(operation.isDone).toBe(false);
    expect((await operation.wait({ pollIntervalMs: 1 })).status).toMatchObject({ code: 0 });
  });

  it("makes waits without pauses, whatever its clock", async () => {
    const clock = new TestClock();
    const things = mock(ThingClient, { create: () => ({ id: "op-1" }) }, { clock });
    const operation = await things.create({});
    await clock.run(operation.wait());
    expect(clock.delays.filter((delay) => delay < 20_000)).toEqual([]);
  });

  it("gives an operation without an ID one, and it is done, also beside a handler for get", async () => {
    const things = mock(ThingClient, {
      create: () => ({}),
      update: () => ({ resourceId: "t-1" }),
      get: () => ({}),
    });
    const first = await things.create({});
    const second = await things.update({ metadata: { id: "1" } });
    expect([first, second].map(({ id, isDone }) => [id, isDone])).toEqual([
      ["operation-1", true],
      ["operation-2", true],
    ]);
    await first.wait();
    expect(await second.refresh()).toMatchObject({
      id: "operation-2",
      resourceId: "t-1",
      status: { code: 0 },
    });
  });

  it("never asks the handler for resources when it reads an operation", async () => {
    const asked: string[] = [];
    const get = ({ id }: GetRequest): object => {
      asked.push(id);
      return {};
    };
    const things = mock(ThingClient, { create: () => ({ id: "op-1" }), get });
    await (await things.create({})).wait();
    expect(asked).toEqual([]);
    await things.get({ id: "t-1" });
    expect(asked).toEqual(["t-1"]);
  });

  it("fails an operation that has failed, with its code and text", async () => {
    const failed = () => mockOperation.failed({ code: "RESOURCE_EXHAUSTED", message: "no host is free" });
    const things = mock(ThingClient, { create: failed });
    const operation = await things.create({});
    expect(operation.isDone).toBe(true);
    await expect(operation.wait()).rejects.toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      text: "no host is free",
      clientReason: "OPERATION_FAILED",
    });
  });

  it("ends a slow operation when it was read often enough", async () => {
    const things = mock(ThingClient, { create: () => mockOperation.slow(3, { resourceId: "t-1" }) });
    const operation = await things.create({});
    const reads: boolean[] = [];
    await operation.wait({ onProgress: ({ status }) => void reads.push(status !== undefined) });
    expect(reads).toEqual([false, false, true]);
    expect(operation.resourceId).toBe("t-1");
  });

  it("lets the time of a running operation pass at once, until the limit or the abort of the wait", async () => {
    const things = mock(ThingClient, { create: () => mockOperation.running() });
    const operation = await things.create({});
    const startMs = performance.now();
    await expect(operation.wait({ timeoutMs: 3_600_000 })).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
    });
    expect(performance.now() - startMs).toBeLessThan(5_000);
    const stop = new AbortController();
    const waiting = operation.wait({ signal: stop.signal });
    setTimeout(() => stop.abort("enough"), 5);
    await expect(waiting).rejects.toBe("enough");
  });

  it.each([0, -1, 1.5, NaN])("has no slow operation of %s reads", (reads) => {
    expect(() => mockOperation.slow(reads)).toThrow(
      codedError("ARGUMENT_INVALID", "a positive number of reads"),
    );
  });

  it("gives its handlers whole requests, as servers get them", async () => {
    let size = 0;
    const things = mock(ThingClient, {
      create(request) {
        // Compiles: what is there need not be asked for.
        size = request.spec === undefined ? (request.metadata?.id.length ?? -1) : request.spec.note.length;
        return { id: "op-1" };
      },
    });
    await things.create({ spec: {} });
    expect(size).toBe(0);
  });

  it("streams", async () => {
    const things = mock(ThingClient, {
      async *watch({ text }) {
        yield { text: `${text}1` };
        yield {};
      },
      upload: async (requests) => {
        const parts: (string | undefined)[] = [];
        for await (const { text } of requests) parts.push(text);
        return { text: parts.join() };
      },
    });
    const got: string[] = [];
    for await (const { text } of things.watch({ text: "m" })) got.push(text);
    expect(got).toEqual(["m1", ""]);
    expect(await things.upload([{ text: "a" }, { text: "b" }])).toEqual({ text: "a,b" });
  });

  it("pages", async () => {
    const things = mock(ThingClient, { list: () => ({ items: [{}, {}] }) });
    let count = 0;
    for await (const _ of things.listAll({})) count += 1;
    expect(count).toBe(2);
  });

  it("fails with the error that a handler throws", async () => {
    const mine = new CallError({ code: "NOT_FOUND", text: "no such thing", serviceErrors: [{ code: "x" }] });
    const things = mock(ThingClient, {
      get: () => Promise.reject(mine),
      list: () => {
        throw new Error("a bug");
      },
    });
    await expect(things.get({})).rejects.toBe(mine);
    await expect(things.list({})).rejects.toMatchObject({ code: "UNKNOWN", text: "a bug" });
    await expect(things.create({})).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
  });

  it("retries as a session does, without pauses, unless the options turn retries off", async () => {
    let attempts = 0;
    const get = (): object => {
      if (++attempts % 3 !== 0) throw new CallError({ code: "UNAVAILABLE", text: "" });
      return {};
    };
    const startMs = performance.now();
    expect(await mock(ThingClient, { get }).get({})).toBeDefined();
    expect(attempts).toBe(3);
    const down = mock(ThingClient, {
      get: () => Promise.reject(new CallError({ code: "UNAVAILABLE", text: "" })),
    });
    await expect(down.get({})).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(performance.now() - startMs).toBeLessThan(3_000);
    attempts = 0;
    await expect(mock(ThingClient, { get }, { retry: false }).get({})).rejects.toThrow("UNAVAILABLE");
    expect(attempts).toBe(1);
  });

  it("works under fake timers: calls, retries and waits", async () => {
    vi.useFakeTimers();
    try {
      let attempts = 0;
      const things = mock(ThingClient, {
        create: () => mockOperation.slow(5),
        get: () => (++attempts < 3 ? Promise.reject(new CallError({ code: "UNAVAILABLE", text: "" })) : {}),
      });
      await things.get({});
      expect((await (await things.create({})).wait()).status).toMatchObject({ code: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps deadlines and aborts", async () => {
    const things = mock(ThingClient, { get: () => new Promise<never>(() => undefined) });
    await expect(things.get({}, { timeoutMs: 20 })).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    const stop = new AbortController();
    const call = things.get({}, { signal: stop.signal });
    setTimeout(() => stop.abort("enough"), 5);
    await expect(call).rejects.toBe("enough");
  });

  it("cannot be made with a handler of a method that the client does not have", () => {
    const handlers: object = { gett: () => ({}) };
    expect(() => mock(ThingClient, handlers)).toThrow(codedError("ARGUMENT_INVALID", 'did you mean "get"?'));
  });

  it("names the handlers that there are where one is missing", async () => {
    const things = mock(ThingClient, { get: () => ({}) });
    await expect(things.list({})).rejects.toThrow(
      codedError("UNIMPLEMENTED", "List; it has handlers for get"),
    );
  });

  it("cannot be made with a handler of the wrong type", () => {
    // @ts-expect-error -- the response has no such field
    mock(ThingClient, { get: () => ({ metadatum: {} }) });
    // @ts-expect-error -- the client has no such rpc
    expect(() => mock(ThingClient, { fetch: () => ({}) })).toThrow(
      codedError("ARGUMENT_INVALID", /no method "fetch"/),
    );
    expect(ThingClient).toBeDefined();
  });
});
