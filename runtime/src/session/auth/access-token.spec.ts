import { codedError } from "../../../../test/coded-error.js";
import { describe, expect, it } from "vitest";
import { lifetimeMs, requireToken } from "./access-token.js";

describe("the lifetime of a token", () => {
  it.each<[said: unknown, wantMs: number]>([
    [43_200, 43_200_000],
    [43_200n, 43_200_000],
    ["90", 90_000],
    [{ seconds: 90n, nanos: 0 }, 90_000],
    [1e9, 86_400_000],
    [0, 60_000],
    [-5, 60_000],
    ["soon", 60_000],
    [undefined, 60_000],
    [null, 60_000],
    [{ seconds: 0n, nanos: 0 }, 60_000],
    [{}, 60_000],
  ])("that is said to be %s is %i ms", (said, wantMs) => {
    expect(lifetimeMs(said)).toBe(wantMs);
  });
});

describe("text that is to be a token", () => {
  it.each([
    ["abc", "abc"],
    [" abc\n", "abc"],
    ["Bearer abc", "abc"],
    ["bearer   abc ", "abc"],
    ["Bearer", "Bearer"],
    ["bearerabc", "bearerabc"],
  ])("%j is %j", (text, want) => {
    expect(requireToken(text, "the variable T")).toBe(want);
  });

  it.each(["", "  ", "a b", "Bearer a b", "a\u0000b", 7])("%j is refused, and not shown", (text) => {
    expect(() => requireToken(text, "the variable T")).toThrow(
      codedError("CREDENTIAL_INVALID", /^the variable T: the access token (?!.*a b)/),
    );
  });
});
