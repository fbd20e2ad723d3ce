import { expect, it } from "vitest";
import { readRoute, routeTo } from "./route.js";

it.each(["a b", "a&b=c", "#?/", "東京", "\u202E", "100%"])("the address keeps the identifier %j", (id) => {
  expect(readRoute(routeTo("resource", { kind: "compute/disk", id }))).toEqual({
    page: "resource",
    query: { kind: "compute/disk", id },
  });
});

it("the console begins with the resources, and an address has no empty parameters", () => {
  expect(readRoute("")).toEqual({ page: "resources", query: {} });
  expect(routeTo("calls", { code: "", text: undefined })).toBe("#/calls");
});
