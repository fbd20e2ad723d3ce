import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.js";

describe("a browser login", () => {
  const issuer = "login_issuer=https://login.example.com/tenant";

  it("is an issuer, a client ID and scopes", () => {
    expect(parseOptions(`${issuer},login_client_id=acme-cli`)).toMatchObject({
      loginIssuer: "https://login.example.com/tenant",
      loginClientId: "acme-cli",
      loginScopes: ["openid", "offline_access"],
    });
    const own = parseOptions(`${issuer},login_client_id=a,login_scopes=openid+https://api.example.com/all`);
    expect(own.loginScopes).toEqual(["openid", "https://api.example.com/all"]);
  });

  it.each([issuer, "login_client_id=acme-cli"])("needs both of the first two, not only %s", (one) => {
    expect(() => parseOptions(one)).toThrow(/needs both login_issuer and login_client_id/);
  });

  it.each([
    "login_issuer=http://login.example.com",
    "login_issuer=https://login.example.com/?a=b",
    "login_issuer=login.example.com",
  ])("has an issuer that is an https URL, not %s", (one) => {
    expect(() => parseOptions(`${one},login_client_id=a`)).toThrow(/an https URL/);
  });
});
