import { describe, expect, it } from "vitest";
import { endsInTime } from "../../fixture/ends.fixture.js";
import { hideSecrets, isSecretHeader, showText } from "./secret-text.js";

const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.c2lnbmF0dXJl";
const key = `-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----`;

describe("text is shown without", () => {
  it.each([
    ["a JWT", `token ${jwt} is old`, "token [hidden] is old"],
    ["a JWT without a signature", "eyJhbGciOiJub25lIn0.e30.", "[hidden]"],
    ["a JWT in a word", `id-${jwt}/x`, "id-[hidden]/x"],
    ["a JWT after a name with dots", `a.b.${jwt}`, "a.b.[hidden]"],
    ["two JWTs in a row", `${jwt}.${jwt}`, "[hidden].[hidden]"],
    ["a bearer token", "Authorization: Bearer abc.def, again", "Authorization: Bearer [hidden], again"],
    ["a private key", `key: ${key}.`, "key: [hidden]."],
    ["a private key that is cut off", key.slice(0, -9), "[hidden]"],
  ])("%s", (_, text, want) => {
    expect(hideSecrets(text)).toBe(want);
    expect(showText(text, 1_000)).toBe(want);
  });

  it("the secrets that are named, but for those of three characters and less", () => {
    expect(showText("the tokens s3cr3t and abc", 100, ["s3cr3t", "abc"])).toBe("the tokens [hidden] and abc");
  });
});

it.each(["eyJhbGci", "a.eyJ.b", "eyJx..y", "x.eyJhbGci.e30", "heyJude.e30.x", "no.jwt.here"])(
  "text that is no secret stays: %s",
  (text) => expect(hideSecrets(text)).toBe(text),
);

describe("text that is cut", () => {
  it("says how much of it is missing", () => {
    expect(showText("x".repeat(30), 10)).toBe(`${"x".repeat(10)}... (20 more characters)`);
    expect(showText("x".repeat(1_000_000), 10)).toBe(`${"x".repeat(10)}... (999990 more characters)`);
  });

  it.each([
    ["a JWT longer than everything that is looked at", `see eyJ${"a".repeat(100_000)}.e30.x`],
    ["a JWT with its second part at the cut", `see eyJhbGciOiJub25lIn0.${"a".repeat(100_000)}.x`],
    ["a private key", `see -----BEGIN PRIVATE KEY-----${"\nMIGH".repeat(20_000)}`],
  ])("shows nothing of %s", (_, text) => {
    expect(showText(text, 500)).toMatch(/^see \[hidden\]\.\.\. \(\d+ more characters\)$/);
  });

  it("shows no part of a secret that is named, wherever the cut is", () => {
    const secret = "0123456789".repeat(4);
    for (let shift = 0; shift < 60; shift++) {
      // What is hidden is shorter than what it hides, so that much of the text comes into view.
      const text = `${"z".repeat(shift)}${`${secret} `.repeat(2_000)}`;
      expect(showText(text, 8_000, [secret])).not.toContain("0123");
    }
  });
});

describe("millions of characters are read in linear time:", () => {
  it.each([
    ["beginnings of JWTs", "-eyJ"],
    ["beginnings of JWTs with one dot", "eyJa."],
    ["empty parts", "eyJa.."],
    ["bearer without a token", "bearer "],
    ["beginnings of keys", "-----BEGIN PRIVATE KEY"],
    ["keys that do not end", "-----BEGIN PRIVATE KEY----------END A"],
    ["blanks", " "],
  ])("%s", (_, unit) => {
    const text = unit.repeat(3_000_000 / unit.length);
    expect(endsInTime(() => hideSecrets(text).length)).toBeGreaterThan(0);
    expect(endsInTime(() => showText(text, 2_000).length)).toBeLessThan(3_000);
  });
});

it.each([
  ["colours", "\u001b[31mred\u009b0m", "\\u001b[31mred\\u009b0m"],
  ["a text that runs backwards", "\u202egnp.exe", "\\u202egnp.exe"],
  ["what nobody sees", "a\u200bb\ufeffc\u2028d\u{e0041}", "a\\u200bb\\ufeffc\\u2028d\\udb40\\udc41"],
  ["a bell and a null", "\u0007\u0000", "\\u0007\\u0000"],
  ["a line break or a tab alone, which is kept,", "one\n\ttwo\r\n", "one\n\ttwo\r\n"],
  ["letters of any language, which are kept,", "Grüße, 世界 👋", "Grüße, 世界 👋"],
])("of a text of a server %s is shown safely", (_, text, want) => {
  expect(showText(text, 100)).toBe(want);
  expect(showText(want, 100)).toBe(want);
});

it.each([
  ["authorization", true],
  ["Set-Cookie", true],
  ["x-api-key", true],
  ["subject_token", true],
  ["subject_token_type", false],
  ["x-request-id", false],
])("the header %s: is it secret? %s", (name, want) => expect(isSecretHeader(name)).toBe(want));
