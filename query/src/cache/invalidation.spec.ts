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
  it.each([
    [
      "a resource with metadata",
      [{ metadata: { id: "n", parentId: "p" }, spec: {} }],
      { id: "n", parent: "p" },
    ],
    ["a request by ID", [{ id: "n" }], { id: "n", parent: undefined }],
    ["a request to create one", [{ metadata: { id: "", parentId: "p" } }], { id: undefined, parent: "p" }],
    [
      "a response before the request",
      [{ metadata: { id: "n" } }, { metadata: { parentId: "p" } }],
      { id: "n", parent: "p" },
    ],
    ["a resource of AIP", [{ name: "shelves/1/books/2" }], { id: "shelves/1/books/2", parent: "shelves/1" }],
    [
      "an update of AIP",
      [{ book: { name: "shelves/1/books/2" } }],
      { id: "shelves/1/books/2", parent: "shelves/1" },
    ],
    [
      "a creation of AIP",
      [undefined, { parent: "shelves/1", book: { name: "" } }],
      { id: undefined, parent: "shelves/1" },
    ],
    [
      "a name with a slash that is no resource name",
      [{ metadata: { id: "n" }, spec: { name: "a/b" } }],
      { id: "n", parent: undefined },
    ],
    ["nothing", [null, "text", 5], { id: undefined, parent: undefined }],
  ])("of %s", (_, values, want) => {
    expect(findNames(...values)).toEqual(want);
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
  it.each([
    ["its Get", { id: "n", parent: "p" }, { id: "n" }, true],
    ["the Get of another one", { id: "n", parent: "p" }, { id: "other" }, false],
    ["the list of its parent", { id: "n", parent: "p" }, { parentId: "p", pageSize: "5" }, true],
    ["its Get by name", { id: "n", parent: "p" }, { parentId: "p", name: "a/b" }, true],
    ["the list of another parent", { id: "n", parent: "p" }, { parentId: "q" }, false],
    ["a list without a parent", { id: "n", parent: "p" }, {}, true],
    ["a list if its parent is not known", { id: "n" }, { parentId: "q" }, true],
    ["a Get if its ID is not known", { parent: "p" }, { id: "any" }, true],
    ["its Get by resource name", { id: "s/1/b/2", parent: "s/1" }, { name: "s/1/b/2" }, true],
    ["something inside it", { id: "s/1", parent: "" }, { name: "s/1/b/2" }, true],
    ["one whose name only begins like it", { id: "s/1/b/2", parent: "s/1" }, { name: "s/1/b/22" }, false],
    ["a list of all parents", { id: "s/1/b/2", parent: "s/1" }, { parent: "s/-" }, true],
    ["a list of another parent", { id: "s/1/b/2", parent: "s/1" }, { parent: "s/2" }, false],
  ])("if it is %s", (_, changed, request, want) => {
    expect(isConcerned(call(), changed, key(request))).toBe(want);
  });

  it("only in its own service, SDK and login", () => {
    const changed = { id: "n" };
    expect(isConcerned(call(), changed, key({ id: "n" }, "acme.v1.Files"))).toBe(false);
    expect(isConcerned(call({ sdk: "@other/sdk" }), changed, key({ id: "n" }))).toBe(false);
    expect(isConcerned(call({ cacheScope: "user-1" }), changed, key({ id: "n" }))).toBe(false);
    expect(isConcerned(call(), changed, ["todos", { id: "n" }])).toBe(false);
  });

  it.each([
    ["the URL itself", "/pets/1", "/pets/1?full=true", true],
    ["the collection", "/pets/1", "/pets?limit=5", true],
    ["something inside", "/pets/1", "/pets/1/toys", true],
    ["another one", "/pets/1", "/pets/12", false],
    ["another collection", "/pets/1", "/owners", false],
  ])("of REST, if it reads %s", (_, changed, url, want) => {
    const change: CallDescription = { ...call({ request: { url: changed } }) };
    const { rpc: _rpc, ...rest } = change;
    expect(isConcerned(rest, {}, key({ url }))).toBe(want);
  });
});
