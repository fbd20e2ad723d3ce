import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Operation } from "./operation.js";
import { targetOf } from "./url.js";

const isAny = (): boolean => true;
const operation: Operation<unknown> = {
  name: "x.y",
  path: ["/a/", "/b/", "/c"],
  parameters: [
    { name: "first", guard: isAny, rule: "" },
    { name: "second", guard: isAny, rule: "" },
    { name: "q-1", place: "query", guard: isAny, rule: "" },
    { name: "list", place: "query", guard: isAny, rule: "" },
    { name: "joined", place: "query", isJoined: true, guard: isAny, rule: "" },
    { name: "x-h", place: "header", isJoined: true, guard: isAny, rule: "" },
    { name: "must", place: "query", isRequired: true, guard: (value) => value !== undefined, rule: "there" },
  ],
};

describe("the place of a request", () => {
  it("has path, query and headers from the arguments", () => {
    const values = ["p/q", 7, "a&b=c", ["x", "y z"], ["1", "2"], ["u", "v"], true];
    expect(targetOf("http://h/base", operation, { values })).toEqual({
      url: "http://h/base/a/p%2Fq/b/7/c?q-1=a%26b%3Dc&list=x&list=y%20z&joined=1%2C2&must=true",
      path: "/a/p%2Fq/b/7/c",
      headers: { "x-h": "u,v" },
    });
  });

  it("leaves out what is not given, and misses what must be", () => {
    const given = ["a", "b", undefined, undefined, undefined, undefined];
    expect(targetOf("http://h", operation, { values: [...given, 0] }).url).toBe("http://h/a/a/b/b/c?must=0");
    expect(() => targetOf("http://h", operation, { values: given })).toThrow(
      "x.y: must cannot be sent: it must be there",
    );
  });

  it("brings every text to the server as one segment, or refuses it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        let url: string;
        try {
          ({ url } = targetOf(
            "http://h",
            { name: "x.y", path: ["/a/", "/end"], parameters: [{ name: "t", guard: isAny, rule: "" }] },
            { values: [text] },
          ));
        } catch {
          expect(["", ".", ".."].includes(text) || /\p{Surrogate}/u.test(text)).toBe(true);
          return;
        }
        const segments = new URL(url).pathname.split("/");
        expect(segments).toHaveLength(4);
        expect(decodeURIComponent(segments[2] ?? "")).toBe(text);
      }),
    );
  });
});
