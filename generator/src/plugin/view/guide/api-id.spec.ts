import { describe, expect, it } from "vitest";
import { findApiId } from "./api-id.js";

describe("the ID of an API", () => {
  it.each([
    ["its package without the version", ["acme.notes.v1"], "acme.notes"],
    ["what its packages have in common", ["svc.compute.v1", "svc.iam.v1", "svc.common.v1"], "svc"],
    ["the same in another version", ["acme.notes.v1", "acme.notes.v2beta1"], "acme.notes"],
    ["that of most packages", ["acme.a.v1", "acme.b.v1", "billing.v1"], "acme"],
    ["that of the first name if two begin as often", ["b.x", "a.x"], "a.x"],
    ["empty without packages", ["", "v1"], ""],
  ])("is %s", (_, packages, id) => {
    expect(findApiId(packages)).toBe(id);
    expect(findApiId(packages.toReversed())).toBe(id);
  });
});
