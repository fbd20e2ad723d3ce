import type { DescMethod } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { createCustomOptions } from "../base/options.js";
import { compileProtos } from "../protos.fixture.js";
import { readConfiguration } from "./configuration.js";
import { libraryFiles } from "./library.fixture.js";
import { findMaskedModify, findMaskedUpdate } from "./masked-update.js";
import { readNamePattern } from "./name-pattern.js";
import { findRequestId } from "./request-id.js";
import { readResourceDefinitions, readResourceReference, readResourceType } from "./resource-type.js";
import { readRouting } from "./routing.js";
import { readScopes } from "./scopes.js";
import { readStandardMethod } from "./standard-method.js";

const types = compileProtos(libraryFiles());
const options = createCustomOptions(types.files);
const message = (name: string) => types.getMessage(`library.v1.${name}`)!;
function method(name: string): DescMethod {
  const services = ["Library", "Shelves"].map((one) => types.getService(`library.v1.${one}`)!);
  return services.flatMap((one) => one.methods).find((one) => one.name === name)!;
}
const whole = (field: string) => ({ field, template: undefined });

describe("routing", () => {
  it.each([
    ["GetBook", [whole("name"), whole("view_of")]],
    ["UpdateBook", [whole("book.name")]],
    ["CreateShelf", []],
    [
      "MoveBook",
      [
        { field: "name", template: "{shelf=shelves/*}/**" },
        { field: "to", template: "{shelf=shelves/*}" },
        whole("to"),
      ],
    ],
    ["Quiet", []],
    ["Chat", []],
  ])("reads the fields that route %s", (name, expected) => {
    expect(readRouting(method(name), options)).toEqual(expected);
  });
});

describe("identifiers of requests", () => {
  const rows: [
    name: string,
    autoPopulatedFields: readonly string[] | undefined,
    field: string | undefined,
  ][] = [
    ["CreateBook", undefined, "request_id"],
    ["CreateBook", [], undefined],
    ["CreateBook", ["request_id"], "request_id"],
    ["DeleteBook", undefined, undefined],
    ["UndeleteBook", undefined, undefined],
    ["MoveBook", undefined, undefined],
    ["MoveBook", ["move_token"], "move_token"],
    ["MoveBook", ["name"], undefined],
    ["Chat", ["move_token"], undefined],
  ];
  it.each(rows)("of %s, with the list %j, are in %s", (name, autoPopulatedFields, field) => {
    expect(findRequestId(method(name), options, autoPopulatedFields)?.name).toBe(field);
  });
});

describe("resources", () => {
  it("have a type and patterns, by their message or their file", () => {
    expect(readResourceType(message("Book"), options)).toMatchObject({
      type: "library.example.com/Book",
      patterns: ["shelves/{shelf}/books/{book}"],
      nameField: "name",
    });
    expect(readResourceType(message("Print"), options)).toBeUndefined();
    expect(readResourceDefinitions(message("Book").file, options)).toMatchObject([
      { type: "library.example.com/Library", patterns: ["libraries/{library}"] },
    ]);
  });

  it("are what references name, or the children of it", () => {
    const field = (request: string) => message(request).fields[0]!;
    expect(readResourceReference(field("GetBookRequest"), options)).toEqual({
      kind: "resource",
      type: "library.example.com/Book",
    });
    expect(readResourceReference(field("ListBooksRequest"), options)?.kind).toBe("parent");
    expect(readResourceReference(field("CreateBookRequest"), options)).toBeUndefined();
  });

  it.each([
    ["shelves/{shelf}/books/{book}", ["shelves/", { variable: "shelf" }, "/books/", { variable: "book" }]],
    ["c/{feed}~{item}", ["c/", { variable: "feed" }, "~", { variable: "item" }]],
    ["{name=**}", [{ variable: "name", isDeep: true }]],
    ["settings", ["settings"]],
    ["*", undefined],
    ["a/{x}/b/{x}", undefined],
    ["a/{x=b/*}", undefined],
    ["a/{x/b", undefined],
    ["", undefined],
  ])("have names of the pattern %s", (pattern, expected) => {
    expect(readNamePattern(pattern)).toEqual(expected);
  });
});

describe("an Update with a mask", () => {
  it("is found by its mask and its resource, whether it answers at once or with an operation", () => {
    const book = findMaskedUpdate(method("UpdateBook"), options, types)!;
    expect([book.resource.name, book.mask.name, book.hasEtag]).toEqual(["book", "update_mask", true]);
    const shelf = findMaskedUpdate(method("UpdateShelf"), options, types)!;
    expect([shelf.resource.name, shelf.hasEtag]).toEqual(["shelf", false]);
    expect(findMaskedUpdate(method("CreateBook"), options, types)).toBeUndefined();
  });

  it("is read with the Get of its resource", () => {
    expect(findMaskedModify(method("UpdateBook"), options, types)?.get.name).toBe("GetBook");
    expect(findMaskedModify(method("UpdateShelf"), options, types)?.get.name).toBe("GetShelf");
  });
});

describe("standard methods", () => {
  it.each([
    ["GetBook", "get", "Book"],
    ["ListBooks", "list", "Book"],
    ["CreateBook", "create", "Book"],
    ["UpdateBook", "update", "Book"],
    ["DeleteBook", "delete", "Book"],
    ["UndeleteBook", "undelete", "Book"],
    ["MoveBook", undefined, undefined],
    ["CreateShelf", "create", "Shelf"],
    ["UpdateShelf", "update", "Shelf"],
    ["ListShelves", "list", "Shelf"],
  ])("%s is %s of %s", (name, kind, resource) => {
    const found = readStandardMethod(method(name), options, types);
    expect([found?.kind, found?.message.name]).toEqual([kind, resource]);
  });

  it("a Create says where the last part of the name is", () => {
    expect(readStandardMethod(method("CreateBook"), options, types)).toMatchObject({ idField: "book_id" });
    expect(readStandardMethod(method("CreateShelf"), options, types)).toMatchObject({ idField: "shelf_id" });
  });
});

it("scopes are those of the service", () => {
  expect(readScopes(method("GetBook").parent, options)).toEqual([
    "https://www.example.com/auth/read",
    "https://www.example.com/auth/write",
  ]);
  expect(readScopes(method("GetShelf").parent, options)).toEqual([]);
});

describe("the files beside the protos", () => {
  const yaml = {
    type: "google.api.Service",
    name: "library.example.com",
    apis: [{ name: "library.v1.Library" }, { name: "google.longrunning.Operations" }],
    publishing: {
      method_settings: [{ selector: "library.v1.Library.MoveBook", auto_populated_fields: ["move_token"] }],
    },
  };
  const config = {
    methodConfig: [
      {
        name: [{ service: "library.v1.Library", method: "GetBook" }],
        timeout: "60s",
        retryPolicy: {
          maxAttempts: 5,
          initialBackoff: "0.100s",
          maxBackoff: "60s",
          backoffMultiplier: 1.3,
          retryableStatusCodes: ["UNAVAILABLE", 4],
        },
      },
      { name: [{ service: "library.v1.Library" }], timeout: "7.5s" },
      { name: [{ service: "library.v1.Library", method: "ListBooks" }], timeout: "0s" },
    ],
  };
  const read = readConfiguration({ serviceYamls: [yaml], serviceConfigs: [config] });

  it("say what clients fill, where their API is told of", () => {
    expect(read.autoPopulatedFields(method("MoveBook"))).toEqual(["move_token"]);
    expect(read.autoPopulatedFields(method("CreateBook"))).toEqual([]);
    expect(read.autoPopulatedFields(method("CreateShelf"))).toBeUndefined();
  });

  it("say how a method is called: by its own entry, else by its service's", () => {
    expect(read.callConfig(method("GetBook"))).toEqual({
      timeoutMs: 60_000,
      retry: {
        maxAttempts: 5,
        initialBackoffMs: 100,
        maxBackoffMs: 60_000,
        multiplier: 1.3,
        codes: ["UNAVAILABLE", "DEADLINE_EXCEEDED"],
      },
    });
    expect(read.callConfig(method("CreateBook"))).toEqual({ timeoutMs: 7_500, retry: undefined });
    expect(read.callConfig(method("GetShelf"))).toBeUndefined();
    // As Google's own configuration of Datastore has it.
    expect(read.callConfig(method("ListBooks"))).toEqual({ timeoutMs: undefined, retry: undefined });
  });

  it("say at which host an API has the services of others", () => {
    expect(read.findMixinHost(types.getService("google.longrunning.Operations")!)).toBe(
      "library.example.com",
    );
    expect(read.findMixinHost(method("GetShelf").parent)).toBeUndefined();
  });

  it.each([
    [{}, /methodConfig/],
    [{ methodConfig: [{ name: [], timeout: "1m" }] }, /timeout.*"1m"/],
    [{ methodConfig: [{ name: [], retryPolicy: { retryableStatusCodes: ["NOPE"] } }] }, /NOPE/],
    [{ methodConfig: [{ name: [], retryPolicy: { maxAttempts: 0 } }] }, /maxAttempts/],
    [{ methodConfig: [{ name: [], retryPolicy: { maxBackoff: "0s" } }] }, /maxBackoff/],
  ])("refuse %j", (contents, why) => {
    expect(() => readConfiguration({ serviceYamls: [], serviceConfigs: [contents] })).toThrow(why);
  });

  it("refuse a YAML of something else", () => {
    expect(() => readConfiguration({ serviceYamls: [{ version: "v2" }], serviceConfigs: [] })).toThrow(
      /type: google.api.Service/,
    );
  });
});
