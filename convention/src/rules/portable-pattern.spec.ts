import { RE2JS } from "@bufbuild/re2";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPortablePattern } from "./portable-pattern.js";

/** Patterns that both read, with what JavaScript is given. */
const portable: readonly (readonly [pattern: string, written: string])[] = [
  ["^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$", "^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$"],
  ["^(?:a|b)+$", "^(?:a|b)+$"],
  ["^.{1,63}$", "^[^\\n]{1,63}$"],
  ["^\\w+\\s\\S$", "^\\w+[\\t\\n\\f\\r ][^\\t\\n\\f\\r ]$"],
  ["^[\\w\\s.-]{3}$", "^[\\w\\t\\n\\f\\r .-]{3}$"],
  ["^a\\-b\\_\\:\\/$", "^a-b_:\\/$"],
  ["^[\\_\\:\\-\\]]+$", "^[_:\\-\\]]+$"],
  ["^\\p{L}+(-\\p{Lu})*$", "^\\p{L}+(-\\p{Lu})*$"],
  ["^\\x41\\.\\$$", "^\\x41\\.\\$$"],
  ["^[^[(]*$", "^[^[(]*$"],
  ["^$", "^$"],
];

describe("a pattern that a client may match", () => {
  it.each(portable)("%s is %s", (pattern, written) => {
    expect(toPortablePattern(pattern)).toBe(written);
  });

  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."abzAZ019-_.:/$()[]^ \t\n\r\v\f\u00a0\u00e9\u2028😀*") }),
    ...portable.flatMap(([, written]) =>
      /[^]{3}/.test(written) ? [fc.stringMatching(new RegExp(written, "u"))] : [],
    ),
  );

  it.each(portable)("%s means to JavaScript what RE2 takes it for", (pattern, written) => {
    const judge = RE2JS.compile(pattern);
    const own = new RegExp(written, "u");
    fc.assert(fc.property(text, (one) => own.test(one) === judge.test(one)));
  });

  it.each([
    ["without an anchor at one end", "^[a-z]+"],
    ["without an anchor at one end", "[a-z]+$"],
    ["with a choice at the top, of which each part has one anchor", "^a|b$"],
    ["whose last anchor is a sign", "^a\\$"],
    ["that takes longer and longer", "^(a+)+$"],
    ["with an anchor inside", "^(a$|b)$"],
    ["with flags", "^(?i)abc$"],
    ["that looks ahead, which RE2 does not read", "^(?=a)a$"],
    ["with a name", "^(?P<year>\\d+)$"],
    ["with names of classes", "^[[:alpha:]]+$"],
    ["with scripts by name, of which each has its own", "^\\p{Greek}+$"],
    ["with the end of RE2", "^a\\z$"],
    ["that quotes", "^\\Qa.b\\E$"],
    ["with numbers of groups", "^(a)\\1$"],
    ["with a bracket first in a class", "^[]a]$"],
    ["that nobody reads", "^(a$"],
    ["that nobody reads", "^a)b($"],
    ["with a count above all that RE2 takes", "^a{2000}$"],
  ])("is none %s: %s", (_, pattern) => {
    expect(toPortablePattern(pattern)).toBeUndefined();
  });
});
