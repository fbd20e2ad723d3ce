import { describe, expect, it } from "vitest";
import { baseUrl, items, itemsOf, readAll } from "./pagination.fixture.js";

describe("a link to the next page", () => {
  const follow = (next: string) =>
    readAll({ items, page: "page" }, (query) => ({
      items: itemsOf([query["page"] === undefined && !query["q"] ? 1 : 2]),
      next: query["page"] === undefined && !query["q"] ? next : null,
    }));

  it.each([
    [`${baseUrl}/things?page=2`, "?page=2"],
    ["/v1/things?page=2", "?page=2"],
    ["?q=opaque", "?q=opaque"],
    ["http://api.test/v1/things?page=2", "?page=2"],
    ["https://api.test/things?page=2", "?page=2"],
  ])("is followed to %s", async (next, query) => {
    expect(await follow(next)).toMatchObject({ ids: [1, 2], sent: ["", query], error: undefined });
  });

  it.each([
    "https://evil.test/v1/things?page=2",
    "//evil.test/v1/things?page=2",
    "https://api.test:8443/v1/things?page=2",
    "https://user:secret@api.test/v1/things?page=2",
    "https://api.test/admin?q=2",
    "https://api.test/v1/../admin?q=2",
    "https://api.test/v10/things?q=2",
  ])("is refused to %s, after the items of its page", async (next) => {
    const { ids, sent, error } = await follow(next);
    expect([ids, sent]).toEqual([[1], [""]]);
    expect(error).toMatchObject({
      code: "VALIDATION",
      clientReason: "LINK_REFUSED",
      operation: "things.list",
    });
    expect(String(error)).not.toContain("secret");
  });
});
