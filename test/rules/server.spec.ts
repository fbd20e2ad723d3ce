import { Server, ServerCredentials } from "@grpc/grpc-js";
import { CallError, staticToken } from "@stratus/runtime";
import { addService, type ServeOptions } from "@stratus/runtime/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caught, goodBox, loadShelf, type LooseClient, type Shelf } from "./shelf.fixture.js";

let shelf: Shelf;
beforeAll(async () => {
  shelf = await loadShelf();
});
afterAll(() => shelf[Symbol.asyncDispose]());

/** A typed server of the API, what reached its handlers, and a client that checks nothing itself. */
async function open(options: ServeOptions = {}, more: object = {}) {
  const server = new Server();
  const seen: unknown[] = [];
  const note = (request: unknown): object => {
    seen.push(request);
    return {};
  };
  const handlers = {
    create: note,
    update: note,
    seal: note,
    async fill(requests: AsyncIterable<unknown>) {
      for await (const one of requests) note(one);
      return {};
    },
    ...more,
  };
  addService(server, shelf.server, handlers, { ...options, partial: true });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const session = new shelf.Session({
    endpoint: `127.0.0.1:${port}`,
    insecure: true,
    credentials: staticToken("t".repeat(20)),
    validate: "off",
  });
  const boxes: LooseClient = new shelf.Client(session);
  const close = async (): Promise<void> => {
    await session[Symbol.asyncDispose]();
    server.forceShutdown();
  };
  return { seen, boxes, [Symbol.asyncDispose]: close };
}

describe("a typed server that validates", () => {
  it("refuses what breaks rules with each field and rule, before the handler is called", async () => {
    await using one = await open({ validate: true });
    await one.boxes["create"]!(goodBox);
    const spec = { ...goodBox.spec, size: 65, label: "", lid: { color: "Red" }, code: "swordfish" };
    const error = await caught(one.boxes["create"]!({ metadata: { name: "much too long" }, spec }));
    expect(error.code).toBe("INVALID_ARGUMENT");
    expect(error.text).toMatch(
      /^the request violates validation rules: metadata\.name must have at most 8 characters, /,
    );
    expect(error.message).not.toContain("swordfish");
    expect(error.violations).toEqual([
      { path: "metadata.name", rule: "string.max_len", text: "must have at most 8 characters" },
      { path: "metadata.parent_id", rule: "required", text: "must be set" },
      { path: "spec.size", rule: "int32.gte_lte", text: "must be at least 1 and at most 64" },
      { path: "spec.label", rule: "required", text: "must be set" },
      { path: "spec.lid.color", rule: "string.pattern", text: 'must match "^[a-z]+$"' },
      { path: "spec.code", rule: "string.in", text: "must keep the rule string.in" },
    ]);
    expect(one.seen).toHaveLength(1);
  });

  it("reads an Update through its reset mask", async () => {
    await using one = await open({ validate: true });
    const update = (spec: object, resetMask: string): Promise<unknown> =>
      one.boxes["update"]!({ metadata: { id: "1" }, spec }, { resetMask });
    await update({ size: 5 }, "");
    expect((await caught(update({ size: 5 }, "spec.label"))).violations).toMatchObject([
      { path: "spec.label" },
    ]);
    expect((await caught(update({ size: 99 }, ""))).violations).toMatchObject([{ path: "spec.size" }]);
  });

  it("looks at each request of a stream when the handler reads it", async () => {
    await using one = await open({ validate: true });
    const error = await caught(one.boxes["fill"]!(["a", "much too long", "b"].map((id) => ({ id }))));
    expect(error.violations).toMatchObject([{ path: "id", rule: "string.max_len" }]);
    expect(one.seen).toHaveLength(1);
  });

  it("lets everything through unless it is asked to look", async () => {
    await using one = await open();
    await one.boxes["create"]!({});
    expect(one.seen).toHaveLength(1);
  });

  it("tells violations that a handler finds itself", async () => {
    const violations = [{ path: "id", rule: "box.sealed", text: "the box is sealed already" }];
    const seal = (): never => {
      throw new CallError({ code: "INVALID_ARGUMENT", text: "no", violations });
    };
    await using one = await open({}, { seal });
    expect((await caught(one.boxes["seal"]!({ id: "a" }))).violations).toEqual(violations);
  });

  it("says as many violations as a client takes", async () => {
    const violations = Array.from({ length: 100 }, (_, at) => ({
      path: `a[${at}]`,
      rule: "r",
      text: "x".repeat(90),
    }));
    const seal = (): never => {
      throw new CallError({ code: "INVALID_ARGUMENT", text: "no", violations });
    };
    await using one = await open({}, { seal });
    const told = (await caught(one.boxes["seal"]!({ id: "a" }))).violations;
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual(violations.slice(0, told.length));
  });
});
