import { describe, expect, it } from "vitest";
import { findProvider } from "./browser-login.js";

const browserLogin = { issuer: "https://login.example.com", clientId: "acme-cli", scopes: "openid cloud" };
const own = { loginIssuer: "https://own.example.com", loginClientId: "own" };

/** The provider for these settings, of an API that names one or none. */
const find = (settings: object, named?: typeof browserLogin): unknown =>
  findProvider({ sdk: { session: { browserLogin: named } }, settings } as unknown as Parameters<
    typeof findProvider
  >[0]);

describe("the provider of a browser login", () => {
  it("is that of the API, with its client and scopes", () => {
    expect(find({}, browserLogin)).toEqual(browserLogin);
    expect(find({ loginScopes: "openid" }, browserLogin)).toEqual({ ...browserLogin, scopes: "openid" });
    expect(find({ loginClientId: "own" }, browserLogin)).toEqual({ ...browserLogin, clientId: "own" });
    expect(find({})).toBeUndefined();
  });

  it("is another one only with a client of its own, which gets none of the API's", () => {
    const { loginIssuer: issuer, loginClientId: clientId } = own;
    expect(find(own, browserLogin)).toEqual({ issuer, clientId, scopes: "openid offline_access" });
    expect(() => find({ loginIssuer: issuer }, browserLogin)).toThrow("--login-client-id ID");
    expect(() => find({ loginClientId: clientId })).toThrow("--login-issuer URL");
  });
});
