import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@bufbuild/protobuf";
import { openCloud, type TestCloud } from "../emulator.fixture.js";
import { readPageSize, parsePageToken, printPageToken } from "./page.js";

describe("a page token", () => {
  it("is read back as the place that it was made of, in its own listing", () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (place, scope) => {
        expect(parsePageToken(printPageToken(place, scope), scope, 0)).toBe(place);
      }),
    );
  });

  it("is refused by another listing", () => {
    expect(() => parsePageToken(printPageToken(7, "a"), "b", 0)).toThrow(/another listing/);
  });

  it("is refused when it is anything else", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (token) => {
        expect(() => parsePageToken(token, "a", 0)).toThrow(/page_token/);
      }),
    );
  });
});

describe("the size of a page", () => {
  it.each([
    { asked: 0n, want: 100 },
    { asked: 1n, want: 1 },
    { asked: 1000n, want: 1000 },
    { asked: 9_007_199_254_740_993n, want: 1000 },
  ])("is $want when $asked is asked for", ({ asked, want }) => {
    expect(readPageSize(asked)).toBe(want);
  });

  it("cannot be negative", () => {
    expect(() => readPageSize(-1n)).toThrow(/page_size/);
  });
});

describe("List", () => {
  let cloud: TestCloud;
  beforeAll(async () => {
    cloud = await openCloud();
    for (let i = 0; i < 7; i += 1) {
      await cloud.must("DiskService/Create", {
        metadata: { parentId: i % 2 === 0 ? "even" : "odd", name: `disk-${i}` },
      });
    }
  });
  afterAll(() => cloud[Symbol.asyncDispose]());

  async function all(request: JsonObject): Promise<string[][]> {
    const pages: string[][] = [];
    for (let pageToken = ""; ;) {
      const page = await cloud.must("DiskService/List", { ...request, pageToken });
      pages.push(names(page));
      pageToken = String(page["nextPageToken"] ?? "");
      if (pageToken === "") return pages;
    }
  }

  it("gives every resource of a parent once, in order of creation", async () => {
    expect(await all({ parentId: "even", pageSize: 3 })).toEqual([
      ["disk-0", "disk-2", "disk-4"],
      ["disk-6"],
    ]);
    expect(await all({ parentId: "even", pageSize: 2 })).toEqual([
      ["disk-0", "disk-2"],
      ["disk-4", "disk-6"],
    ]);
    expect(await all({ parentId: "nobody" })).toEqual([[]]);
  });

  it("is refused when it names no parent and there are several", async () => {
    const outcome = await cloud.call("DiskService/List", {});
    expect([outcome.code, outcome.message]).toEqual([
      "INVALID_ARGUMENT",
      "parent_id: it is empty, which does not mean the resources of all parents in this API: name a parent",
    ]);
  });

  it("goes on at the right place when the resources of a page are deleted meanwhile", async () => {
    const first = await cloud.must("DiskService/List", { parentId: "odd", pageSize: 2 });
    expect(names(first)).toEqual(["disk-1", "disk-3"]);
    for (const item of first["items"] as { metadata: { id: string } }[]) {
      await cloud.must("DiskService/Delete", { id: item.metadata.id });
    }
    const pageToken = String(first["nextPageToken"]);
    expect(names(await cloud.must("DiskService/List", { parentId: "odd", pageSize: 2, pageToken }))).toEqual([
      "disk-5",
    ]);
  });

  it.each([
    {
      name: "a filter that it does not understand",
      request: { parentId: "odd", filter: "cpu > 4" },
      want: /^filter:/,
    },
    {
      name: "a token of another listing",
      request: { parentId: "odd", pageToken: printPageToken(1, "x") },
      want: /page_token/,
    },
    { name: "a token that is none", request: { parentId: "odd", pageToken: "%%%" }, want: /page_token/ },
    { name: "a negative size", request: { parentId: "odd", pageSize: -1 }, want: /page_size/ },
  ])("refuses $name", async ({ request, want }) => {
    const outcome = await cloud.call("DiskService/List", request);
    expect(outcome.code).toBe("INVALID_ARGUMENT");
    expect(outcome.message).toMatch(want);
    expect(outcome.details).toMatchObject([{ badRequest: {} }]);
  });
});

function names(page: JsonObject): string[] {
  return ((page["items"] ?? []) as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
}
