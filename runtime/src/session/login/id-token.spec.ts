import { describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { readIdToken } from "./id-token.js";

const nowMs = 1_700_000_000_000;
const expected = { issuer: "https://login.example.com", clientId: "acme", nonce: "n-1", nowMs };
const claims = {
  iss: expected.issuer,
  sub: "ann",
  aud: "acme",
  exp: nowMs / 1000 + 60,
  nonce: "n-1",
  email: "ann@example.com",
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (more: object): string =>
  `${encode({ alg: "RS256" })}.${encode({ ...claims, ...more })}.signature`;

describe("an ID token", () => {
  it("names the person", () => {
    expect(readIdToken(token({}), expected)).toEqual({ subject: "ann", account: "ann@example.com" });
    expect(readIdToken(token({ email: undefined }), expected).account).toBe("ann");
    expect(readIdToken(token({ aud: ["acme", "other"], azp: "acme" }), expected).subject).toBe("ann");
  });

  it.each([
    ["issuer", { iss: "https://evil.example.com" }],
    ["issuer", { iss: undefined }],
    ["audience", { aud: "other" }],
    ["audience", { aud: [] }],
    ["authorized party", { aud: ["acme", "other"], azp: "other" }],
    ["expiry time", { exp: nowMs / 1000 - 301 }],
    ["expiry time", { exp: "later" }],
    ["nonce", { nonce: "n-2" }],
    ["nonce", { nonce: undefined }],
    ["subject", { sub: "" }],
    ["subject", { sub: 7 }],
  ])("with the wrong %s is refused: %j", (claim, more) => {
    expect(() => readIdToken(token(more), expected)).toThrow(codedError("LOGIN_INVALID", `wrong ${claim}`));
  });

  it("of another person does not renew a login", () => {
    expect(() => readIdToken(token({}), { ...expected, subject: "bob" })).toThrow(/wrong subject/);
  });

  it.each([undefined, 7, "", "a.b", `${encode({})}..x`, `x.${encode([])}.x`, "a.!.c"])(
    "that is none is refused: %j",
    (text) => {
      expect(() => readIdToken(text, expected)).toThrow(codedError("LOGIN_INVALID", "no valid ID token"));
    },
  );
});
