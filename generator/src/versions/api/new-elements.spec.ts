import { describe, expect, it } from "vitest";
import { compileProtos } from "../../plugin/request.fixture.js";
import { compareElements } from "./new-elements.js";
import { readApi } from "./read-api.js";

const api = (text: string) =>
  readApi({
    files: compileProtos({ "a/v1/a.proto": `syntax = "proto3"; package a.v1; ${text}` }),
    apiDomain: undefined,
  });

describe("the news of a version", () => {
  it("are what is new in what was there, what is new as a whole without its parts, and new deprecations", () => {
    const before = api(
      "message M { string old = 1; string gone = 2; } enum E { A = 0; } service S { rpc Get(M) returns (M); }",
    );
    const after = api(
      "message M { string old = 1 [deprecated = true]; string added = 3; } message N { string x = 1; } " +
        "enum E { A = 0; B = 1; } service S { rpc Get(M) returns (M); rpc List(M) returns (N); }",
    );
    expect(compareElements(before, after)).toEqual({
      since: ["a.v1.M.added", "a.v1.N", "a.v1.E.B", "a.v1.S.List"],
      deprecated: ["a.v1.M.old"],
    });
  });
});
