import { QueryClient } from "@tanstack/query-core";
import { type CallQueryOptions, mutationOptions, queryOptions } from "@stratus/query";
import { describe, expect, it } from "vitest";
import { makeType } from "../../runtime/src/fixture/type-of.fixture.js";
import { defineTable } from "../../runtime/src/messages/table/define-table.js";
import type { FieldRow } from "../../runtime/src/messages/table/table.js";
import type { MessageType } from "../../runtime/src/messages/wire/message-type.js";
import { fakeClient, type FakeMethod } from "./clients.fixture.js";
import { fill, isStale } from "./instances.fixture.js";

function type(name: string, ...rows: readonly FieldRow[]): MessageType<never> {
  const none = (): never => {
    throw new Error("nothing is encoded");
  };
  return makeType(
    defineTable(`acme.v1.${name}`, () => rows),
    { encode: none, decode: none },
  );
}

const Pet = type("Pet", ["id", "int64"], ["name", "string"]);
const PetRequest = type("PetRequest", ["id", "int64"]);
const SmallRequest = type("SmallRequest", ["id", "int32"]);
const Shelf = type("Shelf", ["name", "string"], ["theme", "string"]);
const Named = type("Named", ["name", "string"], ["other_shelf_name", "string"]);
const Empty = type("Empty");

const read = (request: MessageType<never>, response: MessageType<never>): FakeMethod => ({
  request,
  response,
  isRead: true,
  answer: ({ id, name }: { readonly id?: unknown; readonly name?: unknown }) =>
    response.create({ ...(id !== undefined && { id }), ...(name !== undefined && { name }) } as never),
});

/** Runs a mutation by a client that has no types. */
const mutate = (cache: QueryClient, client: object, method: string, variables: unknown): Promise<unknown> =>
  mutationOptions(client as never, method as never).mutationFn(variables as never, { client: cache });
const query = queryOptions as unknown as (
  client: object,
  method: string,
  request: object,
) => CallQueryOptions<unknown, Error>;

/** The handle of an operation that has ended, with a response of a type (AIP-151). */
const ended = (typeName: string, response: object) => ({
  id: "operations/1",
  resourceId: "",
  isDone: true,
  latest: { name: "operations/1", done: true, response: { typeUrl: `type.googleapis.com/${typeName}` } },
  wait: () => Promise.resolve(),
  result: () => Promise.resolve(response),
});

describe("an API whose IDs are numbers", () => {
  it("has its changed resource in the cache, and the others stay", async () => {
    const { client } = fakeClient({
      getPet: read(PetRequest, Pet),
      updatePet: { request: Pet, response: Pet, answer: () => Pet.create({ id: 5n, name: "Rex" } as never) },
    });
    const cache = new QueryClient();
    const [mine, other] = [query(client, "getPet", { id: 5n }), query(client, "getPet", { id: 50n })];
    await fill(cache, mine, other);
    await mutate(cache, client, "updatePet", { id: 5n, name: "Rex" });
    expect([isStale(cache, mine), isStale(cache, other)]).toEqual([false, false]);
    expect(cache.getQueryData(mine.queryKey)).toMatchObject({ id: 5n, name: "Rex" });
  });

  it("reads a resource again whose Get takes no text", async () => {
    const { client } = fakeClient({
      getPet: read(SmallRequest, Pet),
      updatePet: { request: Pet, response: Pet, answer: () => Pet.create({ id: 5n } as never) },
    });
    const cache = new QueryClient();
    const mine = query(client, "getPet", { id: 5 });
    await fill(cache, mine);
    await mutate(cache, client, "updatePet", { id: 5n });
    expect(isStale(cache, mine)).toBe(true);
  });
});

describe("an API of plain gRPC with an rpc that is called Modify", () => {
  it("is called once, and its resource is read again", async () => {
    const { client, sent } = fakeClient({
      getShelf: read(Named, Shelf),
      modifyShelf: { request: Shelf, response: Empty, answer: () => ({}) },
    });
    const cache = new QueryClient();
    const mine = query(client, "getShelf", { name: "shelves/1" });
    await fill(cache, mine);
    await mutate(cache, client, "modifyShelf", { name: "shelves/1", theme: "new" });
    expect(sent).toEqual(["getShelf", "modifyShelf"]);
    expect(isStale(cache, mine)).toBe(true);
  });
});

describe("an API that follows AIP", () => {
  const open = (end: object) =>
    fakeClient({
      operation: read(Named, Empty),
      getShelf: read(Named, Shelf),
      exportShelf: { request: Named, response: Empty, answer: () => end },
      moveShelf: {
        request: Named,
        response: Shelf,
        answer: () => Shelf.create({ name: "shelves/9" } as never),
      },
    });

  it.each([
    ["is empty", "google.protobuf.Empty", {}],
    ["is of another type", "acme.v1.ExportShelfResponse", { uri: "gs://1" }],
  ])("never has a response in the cache as a resource if it %s", async (_, typeName, response) => {
    const { client } = open(ended(typeName, response));
    const cache = new QueryClient();
    const mine = query(client, "getShelf", { name: "shelves/1" });
    await fill(cache, mine);
    await mutate(cache, client, "exportShelf", { name: "shelves/1" });
    await expect.poll(() => isStale(cache, mine)).toBe(true);
    expect(cache.getQueryData(mine.queryKey)).toMatchObject({ name: "shelves/1" });
  });

  it("has the resource that an operation brings in the cache", async () => {
    const shelf = { name: "shelves/1", theme: "from the operation" };
    const { client } = open(ended("acme.v1.Shelf", shelf));
    const cache = new QueryClient();
    await mutate(cache, client, "exportShelf", { name: "shelves/1" });
    const { queryKey } = query(client, "getShelf", { name: "shelves/1" });
    await expect.poll(() => cache.getQueryData(queryKey)).toEqual(shelf);
  });

  it("reads a moved resource again under both names", async () => {
    const { client } = open({});
    const cache = new QueryClient();
    const [old, other] = ["shelves/1", "shelves/2"].map((name) => query(client, "getShelf", { name }));
    if (!old || !other) throw new Error("there are two queries");
    await fill(cache, old, other);
    await mutate(cache, client, "moveShelf", { name: "shelves/1", otherShelfName: "shelves/9" });
    expect([isStale(cache, old), isStale(cache, other)]).toEqual([true, false]);
    expect(cache.getQueryData(query(client, "getShelf", { name: "shelves/9" }).queryKey)).toBeDefined();
  });

  it("has its change although a client cannot pick up operations", async () => {
    const { client } = fakeClient({
      getShelf: read(Named, Shelf),
      deleteShelf: { request: Named, response: Empty, answer: () => ended("google.protobuf.Empty", {}) },
    });
    const cache = new QueryClient();
    const mine = query(client, "getShelf", { name: "shelves/1" });
    await fill(cache, mine);
    await mutate(cache, client, "deleteShelf", { name: "shelves/1" });
    await expect.poll(() => isStale(cache, mine)).toBe(true);
  });
});
