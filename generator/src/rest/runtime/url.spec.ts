import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Operation } from "./operation.js";
import { formJoined, headerSimple, type CheckArgument } from "./style.js";
import { prepareRequest } from "./request.js";
import { rejection } from "./server.fixture.js";
import { readSettings } from "./settings.js";
import { buildTarget, type Target } from "./url.js";
import { validateRequest } from "./validate-request.js";
import { serializeParameter } from "./values/serialize.js";

const isAny = (): boolean => true;
const operation: Operation<unknown> = {
  name: "x.y",
  path: ["/a/", "/b/", "/c"],
  parameters: [
    { name: "first", guard: isAny, rule: "" },
    { name: "second", guard: isAny, rule: "" },
    { name: "q-1", location: "query", guard: isAny, rule: "" },
    { name: "list", location: "query", guard: isAny, rule: "" },
    { name: "joined", location: "query", write: formJoined, guard: isAny, rule: "" },
    { name: "x-h", location: "header", write: headerSimple(false), guard: isAny, rule: "" },
    {
      name: "must",
      location: "query",
      isRequired: true,
      guard: (value) => value !== undefined,
      rule: "there",
    },
  ],
};

/** Builds a target, and throws for arguments that the default checks refuse. */
async function build(
  operation: Operation<unknown>,
  values: readonly unknown[],
  params: Record<string, unknown> = {},
): Promise<Target> {
  const settings = readSettings({ baseUrl: "http://h" });
  const options = { params };
  const request = prepareRequest(settings, operation, { values }, options);
  if (request.violations.length > 0) await validateRequest({ settings, operation, options, request });
  const check: CheckArgument = () => undefined;
  return buildTarget(operation, { values, params, violations: [], check });
}

describe("the place of a request", () => {
  it("has path, query and headers from the arguments", async () => {
    const values = ["p/q", 7];
    const lists = { list: ["x", "y z"], joined: ["1,5", "2"], "x-h": ["u", "v"] };
    expect(await build(operation, values, { "q-1": "a&b=c", ...lists, must: true })).toEqual({
      path: "/a/p%2Fq/b/7/c",
      query: "?q-1=a%26b%3Dc&list=x&list=y%20z&joined=1%2C5,2&must=true",
      headers: { "x-h": "u,v" },
    });
  });

  it("leaves out what is not given, and misses what must be", async () => {
    const values = ["a", "b"];
    expect(await build(operation, values, { must: 0 })).toEqual({ path: "/a/a/b/b/c", query: "?must=0" });
    expect(await rejection(build(operation, values))).toMatchObject({
      code: "INVALID_ARGUMENT",
      operation: "x.y",
    });
  });

  it("brings every text to the server as one segment, or refuses it", async () => {
    const segment: Operation<unknown> = {
      name: "x.y",
      path: ["/a/", "/end"],
      parameters: [{ name: "t", guard: isAny, rule: "" }],
    };
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        let path: string;
        try {
          ({ path } = await build(segment, [text]));
        } catch {
          expect(["", ".", ".."].includes(text) || /\p{Surrogate}/u.test(text)).toBe(true);
          return;
        }
        const segments = new URL(path, "http://h").pathname.split("/");
        expect(segments).toHaveLength(4);
        expect(decodeURIComponent(segments[2] ?? "")).toBe(text);
      }),
    );
  });

  it.each([
    ["an object", {}],
    ["a list of objects", [{}]],
    ["half of a pair of surrogates", "\ud800"],
  ])("is refused for %s, which a server would read as something else", async (_, value) => {
    const error = await rejection(build(operation, ["a", "b"], { list: value, must: 1 }));
    expect(error).toMatchObject({
      code: "INVALID_ARGUMENT",
      clientReason: "REQUEST_INVALID",
      operation: "x.y",
    });
    expect(String(error)).toContain("list");
  });

  it("is refused for a date that does not exist, which is not taken for a value that is too deep", async () => {
    const write = serializeParameter("date", formJoined);
    const parameters = [{ name: "day", write, guard: isAny, rule: "" }];
    const sent = build({ name: "x.y", path: ["/"], parameters }, [new Date(NaN)]);
    expect(String(await rejection(sent))).toContain("invalid date");
  });
});
