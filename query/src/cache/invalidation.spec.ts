import { describe, expect, it } from "vitest";
import type { CallDescription } from "../client/describe-call.js";
import { findNames, isConcerned } from "./invalidation.js";

const rpc = {} as NonNullable<CallDescription["rpc"]>;
const call = (more: Partial<CallDescription> = {}): CallDescription => ({
  sdk: "@acme/sdk",
  cacheScope: undefined,
  service: "acme.v1.Notes",
  method: "Update",
  isRead: false,
  rpc,
  request: {},
  ...more,
});

describe("the names of a changed resource", () => {
  it.each<[string, unknown[], string[], string[]]>([
    ["a resource with metadata", [{ metadata: { id: "n", parentId: "p" }, spec: {} }], ["n"], ["p"]],
    ["a request by ID", [{ id: "n" }], ["n"], []],
    ["a request by a number", [{ id: 5 }, { id: 6n }], ["5", "6"], []],
    ["a request whose ID is a message", [{ id: { value: "n" }, parent: {} }], [], []],
    ["a request to create one", [{ metadata: { id: "", parentId: "p" } }], [], ["p"]],
    [
      "a response and its request",
      [{ metadata: { id: "n" } }, { metadata: { parentId: "p" } }],
      ["n"],
      ["p"],
    ],
    ["a resource of AIP", [{ name: "shelves/1/books/2" }], ["shelves/1/books/2"], ["shelves/1"]],
    ["an update of AIP", [{ book: { name: "shelves/1/books/2" } }], ["shelves/1/books/2"], ["shelves/1"]],
    ["a creation of AIP", [undefined, { parent: "shelves/1", book: { name: "" } }], [], ["shelves/1"]],
    [
      "a move of AIP",
      [{ name: "shelves/9/books/2" }, { name: "shelves/1/books/2" }],
      ["shelves/9/books/2", "shelves/1/books/2"],
      ["shelves/9", "shelves/1"],
    ],
    [
      "a name with a slash that is no resource name",
      [{ metadata: { id: "n" }, spec: { name: "a/b" } }],
      ["n"],
      [],
    ],
    ["nothing", [null, "text", 5], [], []],
  ])("of %s", (_, values, ids, parents) => {
    expect(findNames(...values)).toEqual({ ids, parents });
  });
});

describe("a query is outdated by a change of a resource", () => {
  const key = (request: unknown, service = "acme.v1.Notes"): unknown[] => [
    "@acme/sdk",
    null,
    service,
    "M",
    request,
  ];
  it.each<[string, string[], string[], unknown, boolean]>([
    ["its Get", ["n"], ["p"], { id: "n" }, true],
    ["its Get by a number", ["5"], [], { id: 5 }, true],
    ["the Get of another number", ["5"], [], { id: 50 }, false],
    ["the Get of another one", ["n"], ["p"], { id: "other" }, false],
    ["the list of its parent", ["n"], ["p"], { parentId: "p", pageSize: "5" }, true],
    ["its Get by name", ["n"], ["p"], { parentId: "p", name: "a/b" }, true],
    ["the list of another parent", ["n"], ["p"], { parentId: "q" }, false],
    ["the list of those inside it", ["n"], ["p"], { parentId: "n" }, true],
    ["a list without a parent", ["n"], ["p"], {}, true],
    ["a read whose parent is a message", ["n"], ["p"], { parent: { id: "q" } }, true],
    ["a read without a request", ["n"], ["p"], null, true],
    ["a list if its parent is not known", ["n"], [], { parentId: "q" }, true],
    ["a Get if its ID is not known", [], ["p"], { id: "any" }, true],
    ["its Get by resource name", ["s/1/b/2"], ["s/1"], { name: "s/1/b/2" }, true],
    ["its Get under the name before a move", ["s/9/b/2", "s/1/b/2"], ["s/9"], { name: "s/1/b/2" }, true],
    ["something inside it", ["s/1"], [""], { name: "s/1/b/2" }, true],
    ["the list of something inside it", ["s/1"], [""], { parent: "s/1/b/2" }, true],
    ["a list of all inside all", ["s/1"], [""], { parent: "s/-" }, true],
    ["one whose name only begins like it", ["s/1/b/2"], ["s/1"], { name: "s/1/b/22" }, false],
    ["a list of all parents", ["s/1/b/2"], ["s/1"], { parent: "s/-" }, true],
    ["a list of the parent of its parent", ["s/1/b/2/c/3"], ["s/1/b/2"], { parent: "s/1" }, false],
    ["a list of another parent", ["s/1/b/2"], ["s/1"], { parent: "s/2" }, false],
  ])("if it is %s", (_, ids, parents, request, want) => {
    expect(isConcerned(call(), { ids, parents }, key(request))).toBe(want);
  });

  it("only in its own service, SDK and login", () => {
    const changed = { ids: ["n"], parents: [] };
    expect(isConcerned(call(), changed, key({ id: "n" }, "acme.v1.Files"))).toBe(false);
    expect(isConcerned(call({ sdk: "@other/sdk" }), changed, key({ id: "n" }))).toBe(false);
    expect(isConcerned(call({ cacheScope: "user-1" }), changed, key({ id: "n" }))).toBe(false);
    expect(isConcerned(call(), changed, ["todos", { id: "n" }])).toBe(false);
  });

  it("in another service only by its resource name", () => {
    const changed = { ids: ["s/1"], parents: [""] };
    expect(isConcerned(call(), changed, key({ name: "s/1" }, "acme.v1.Library"))).toBe(true);
    expect(isConcerned(call(), changed, key({ parent: "s/1" }, "acme.v1.Library"))).toBe(true);
    expect(isConcerned(call(), changed, key({ name: "s/2" }, "acme.v1.Library"))).toBe(false);
    expect(isConcerned(call(), changed, key({}, "acme.v1.Library"))).toBe(false);
    const book = { ids: ["s/1/b/2"], parents: ["s/1"] };
    expect(isConcerned(call(), book, key({ parent: "s/1" }, "acme.v1.Library"))).toBe(true);
    expect(isConcerned(call(), book, key({ parent: "s/2" }, "acme.v1.Library"))).toBe(false);
    expect(isConcerned(call(), { ids: [], parents: [] }, key({ id: "n" }, "acme.v1.Files"))).toBe(false);
  });

  it.each([
    ["the URL itself", "/pets/1", "/pets/1?full=true", true],
    ["the collection", "/pets/1", "/pets?limit=5", true],
    ["something inside", "/pets/1", "/pets/1/toys", true],
    ["another one", "/pets/1", "/pets/12", false],
    ["another collection", "/pets/1", "/owners", false],
    ["the collection, with a slash at the end", "/pets/1/", "/pets/?limit=5", true],
    ["the resource of a custom method", "/pets/1:archive", "/pets/1", true],
    ["the collection of a custom method", "/pets/1:archive", "/pets", true],
    ["the resource of an action", "/pets/1/archive", "/pets/1", true],
    ["a member of a collection with a custom method", "/pets:import", "/pets/1", true],
  ])("of REST, if it reads %s", (_, changed, url, want) => {
    const change: CallDescription = { ...call({ request: { url: changed } }) };
    const { rpc: _rpc, ...rest } = change;
    expect(isConcerned(rest, { ids: [], parents: [] }, key({ url }))).toBe(want);
  });
});
