import { describe, expect, it } from "vitest";
import { isSingleton, buildPath, readPath } from "./resource-path.js";

const typeOf = (...patterns: readonly string[]) => ({
  type: "acme.com/Thing",
  patterns,
  nameField: "name",
  plural: "",
  singular: "",
});

describe("the name of a resource", () => {
  it.each([
    ["shelves/{shelf}/books/{book}", "shelves/s", "b", "shelves/s/books/b"],
    ["shelves/{shelf}", "", "s", "shelves/s"],
    ["{book}", "", "b", "b"],
    ["p/{p}/locations/global/keys/{key}", "p/1/locations/global", "k", "p/1/locations/global/keys/k"],
    ["locations/global/keys/{key}", "", "k", "locations/global/keys/k"],
    ["b/{bucket}/folders/{folder=**}", "b/1", "x/y", "b/1/folders/x/y"],
    ["shelves/{shelf}/books/{book}", "shelves/s", "a/b", undefined],
    ["shelves/{shelf}/books/{book}", "rooms/r", "b", undefined],
    ["users/{user}/settings", "users/u", "s", undefined],
  ])("of the pattern %s below %j with the identifier %j is %j", (pattern, parent, id, name) => {
    expect(buildPath(typeOf(pattern), parent, id)?.name).toBe(name);
  });

  it.each([
    ["shelves/{shelf}/books/{book}", "shelves/s/books/b", "shelves/s"],
    ["shelves/{shelf}", "shelves/s", ""],
    ["p/{p}/locations/global/keys/{key}", "p/1/locations/global/keys/k", "p/1/locations/global"],
    ["b/{bucket}/folders/{folder=**}", "b/1/folders/folders/y", "b/1"],
    ["users/{user}/settings", "users/u/settings", "users/u"],
    ["c/{feed}~{item}", "c/f~i", ""],
    ["shelves/{shelf}", "rooms/s", undefined],
  ])("of the pattern %s, %s, is below %j", (pattern, name, parent) => {
    expect(readPath(typeOf(pattern), name)?.parent).toBe(parent);
  });

  it("says whether there is one of it below its parent", () => {
    const settings = typeOf("users/{user}/settings/{setting}", "users/{user}/settings");
    expect(["users/u/settings", "users/u/settings/s"].map((name) => isSingleton(settings, name))).toEqual([
      true,
      false,
    ]);
  });
});
