import { setTimeout as delay } from "node:timers/promises";
import type { ServerCall } from "@stratus/runtime/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patienceMs } from "../patience.js";
import { loadShop, type ShopApi } from "./shop.fixture.js";

describe("what a handler knows of its call", () => {
  let api: ShopApi;
  beforeAll(async () => {
    api = await loadShop();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it("is who called, where, with which headers and key, and until when", async () => {
    let seen: ServerCall | undefined;
    await using shop = await api.open({
      create: (_, call) => {
        seen = call;
        return {};
      },
    });
    const started = Date.now();
    await shop.client.create(
      {},
      {
        metadata: { "x-team": "blue", "x-token-bin": Uint8Array.of(0, 255) },
        idempotencyKey: "0123456789abcdef",
        timeoutMs: 2 * patienceMs,
        attemptTimeoutMs: 2 * patienceMs,
      },
    );
    expect(seen?.method).toBe("acme.shop.v1.OrderService/Create");
    expect(seen?.authority).toBe("orders.shop.api.acme.example:443");
    expect(seen?.idempotencyKey).toBe("0123456789abcdef");
    expect(seen?.peer).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(seen?.metadata.get("x-team")).toBe("blue");
    expect(Array.from(seen?.metadata.getBinary("x-token-bin") ?? [])).toEqual([0, 255]);
    const remaining = (seen?.deadline?.getTime() ?? 0) - started;
    expect(remaining).toBeGreaterThan(patienceMs);
    expect(remaining).toBeLessThan(3 * patienceMs);
    // A token is there for the handler, and shown to nobody.
    expect(seen?.metadata.get("authorization")).toMatch(/^Bearer t+$/);
    expect(JSON.stringify(seen?.metadata)).not.toContain("tttt");
    // The call went well, so nothing that was started on its behalf is ended.
    await delay(50);
    expect(seen?.signal.aborted).toBe(false);
  });

  it("has no deadline where the caller names none", async () => {
    let deadline: Date | undefined | "unseen" = "unseen";
    await using shop = await api.open({
      *watch(_, call) {
        deadline = call.deadline;
        yield {};
      },
    });
    for await (const _ of shop.client.watch({}));
    expect(deadline).toBeUndefined();
  });

  it("can be answered with headers and trailers, also where it fails", async () => {
    const { AcmeError } = api.root;
    await using shop = await api.open({
      get: (_, call) => {
        call.sendHeader({ "x-served-by": "7" });
        expect(() => call.sendHeader({})).toThrow("have been sent already");
        call.addTrailer({ "x-cost": "1" });
        call.addTrailer({ "x-cost": "2", "x-more-bin": Uint8Array.of(1) });
        return {};
      },
      upload: (_, call) => {
        call.sendHeader({ "x-served-by": "8" });
        call.addTrailer({ "x-cost": "3" });
        throw new AcmeError({ code: "NOT_FOUND", text: "gone" });
      },
      *watch(_, call) {
        yield {};
        expect(() => call.sendHeader({})).toThrow("have been sent already");
        call.addTrailer({ "x-cost": "4" });
      },
    });
    const { header, trailer } = await shop.client.get({}).withResponse();
    expect(header.get("x-served-by")).toBe("7");
    // HTTP/2 in Node joins values of one name.
    expect(trailer.get("x-cost")).toBe("1, 2");
    expect(trailer.getBinary("x-more-bin")).toEqual(Buffer.of(1));
    const error = await shop.client.upload([]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "NOT_FOUND" });
    if (error instanceof AcmeError) {
      expect([error.header?.get("x-served-by"), error.trailer?.get("x-cost")]).toEqual(["8", "3"]);
    }
    const response = await shop.client.watch({}).withResponse();
    for await (const _ of response.messages);
    expect(response.trailer.get("x-cost")).toBe("4");
    expect(shop.errors).toEqual([]);
  });

  it.each<[string, Record<string, string | string[]>]>([
    ["that HTTP/2 forbids", { connection: "close" }],
    ["that says what a message is", { "content-type": "text/html" }],
    ["that Node sends once", { etag: ["a", "b"] }],
    ["that belongs to gRPC", { "grpc-status": "0" }],
    ["that no client takes", { "x-large": "x".repeat(20_000) }],
    ["with a line break", { "x-a": "b\r\nc: d" }],
    ["with a name that is none", { "x a": "b" }],
  ])("refuses a header %s, where it would end the process", async (_, metadata) => {
    await using shop = await api.open({
      get: (_request, call) => {
        expect(() => call.sendHeader(metadata)).toThrow(TypeError);
        expect(() => call.addTrailer(metadata)).toThrow(TypeError);
        return { metadata: { id: "1" } };
      },
    });
    expect((await shop.client.get({})).metadata.id).toBe("1");
  });

  it("is its reset mask, read once more by whoever updates", async () => {
    const masks: string[] = [];
    await using shop = await api.open({
      update: (_, call) => {
        masks.push(String(call.resetMask));
        return {};
      },
      list: (_, call) => {
        masks.push(`list ${call.resetMask}`);
        return {};
      },
    });
    await shop.client.update(
      { metadata: { id: "1" } },
      { resetMask: (m) => [m.spec.lines, m.metadata.name] },
    );
    await shop.client.update({ metadata: { id: "1" } }, { resetMask: "" });
    await shop.client.list(
      {},
      {
        metadata: [
          ["x-resetmask", "a"],
          ["X-ResetMask", "b.c"],
        ],
      },
    );
    await shop.client.list({});
    expect(masks).toEqual(["metadata.name,spec.lines", "", "list a,b.c", "list "]);
    await expect(shop.client.list({}, { metadata: { "X-ResetMask": "a..b" } })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      text: expect.stringContaining("X-ResetMask: reset mask, position 2"),
    });
    await expect(
      shop.client.update({}, { resetMask: "", metadata: { "X-ResetMask": "(" } }),
    ).rejects.toMatchObject({ name: "OptionsError" });
    // An update under a mask that cannot be read is not begun.
    expect(masks).toHaveLength(4);
    expect(shop.errors).toEqual([]);
  });
});
