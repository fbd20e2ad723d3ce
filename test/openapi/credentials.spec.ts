import { afterAll, describe, expect, it, vi } from "vitest";
import { codedError } from "../coded-error.js";
import { expectCompiled } from "./package.fixture.js";
import { call, secured, type Options } from "./secured.fixture.js";

afterAll(expectCompiled);

describe("an operation that requires a credential", () => {
  it.each<readonly [name: string, security: unknown]>([
    ["a bearer token", [{ token: [] }]],
    ["a header", [{ key: [] }]],
    ["a query", [{ tenant: [] }]],
    ["a cookie", [{ cookie: [] }]],
    ["one of several", [{ token: [] }, { key: [], tenant: [] }]],
  ])("is not sent without it: %s", async (_, security) => {
    const { sent, error } = await call(secured(security));
    expect(sent).toEqual([]);
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", clientReason: "NO_CREDENTIALS", attempts: 0 });
  });

  it("names the credentials that it may have, and the option", async () => {
    const { error } = await call(secured([{ token: [] }, { key: [], tenant: [] }]));
    expect(error?.message).toBe(
      'call: GET /a: no credential is given; set auth to { token: ... } or { key: ..., tenant: ... }, or to "external" if something else adds it',
    );
  });

  it.each<readonly [name: string, options: Options, callOptions?: object]>([
    ["`auth: external`", { auth: "external" }],
    ["a header of the client", { headers: { Authorization: "Bearer x" } }],
    ["a function for headers", { headers: () => ({ authorization: "Bearer x" }) }],
    ["a header of the call", {}, { headers: { authorization: "Bearer x" } }],
    ["its own signer", { sign: (_: unknown, sent: object) => sent }],
    ["part of an alternative", { auth: { tenant: "t" } }],
    ["the header of another alternative", { headers: { "x-key": "x" } }],
  ])("is sent with %s", async (_, options, callOptions) => {
    const { sent, error } = await call(
      secured([{ token: [] }, { key: [], tenant: [] }]),
      options as Options,
      callOptions as object,
    );
    expect(error).toBeUndefined();
    expect(sent).toHaveLength(1);
  });

  it.each<readonly [name: string, security: unknown]>([
    ["is optional", [{ token: [] }, {}]],
    ["is optional, said first", [{}, { token: [] }]],
    ["may be a certificate instead", [{ token: [] }, { tls: [] }]],
    ["may be one that `auth` does not support", [{ digest: [] }, { token: [] }]],
    ["needs a certificate alone", [{ tls: [] }]],
    ["is not required", []],
  ])("is sent where it %s, and has the credential that is given", async (_, security) => {
    const bare = await call(secured(security));
    expect(bare.error).toBeUndefined();
    expect(bare.sent).toHaveLength(1);
    const full = await call(secured(security), { auth: { token: "t" } }).catch((error: unknown) => error);
    if (JSON.stringify(security).includes("token"))
      expect(full).toMatchObject({ error: undefined, sent: [{ headers: expect.anything() as Headers }] });
    if (JSON.stringify(security).includes("token"))
      expect((full as Awaited<ReturnType<typeof call>>).sent[0]?.headers.get("authorization")).toBe(
        "Bearer t",
      );
  });

  it("is sent in a browser where a cookie may be the credential, since scripts do not see cookies", async () => {
    // A browser drops the header `cookie` of scripts.
    class BrowserRequest extends Request {
      constructor(url: string, init: RequestInit = {}) {
        const headers = new Headers(init.headers);
        headers.delete("cookie");
        super(url, { ...init, headers });
      }
    }
    vi.stubGlobal("Request", BrowserRequest);
    try {
      const { sent, error } = await call(secured([{ cookie: [] }]));
      expect(error).toBeUndefined();
      expect(sent).toHaveLength(1);
      expect((await call(secured([{ token: [] }]))).error?.code).toBe("UNAUTHENTICATED");
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each<readonly [name: string, auth: unknown, error: unknown]>([
    ["a text", "tok", codedError("OPTION_INVALID", "auth must have the form { token: ... }")],
    ["null", null, codedError("OPTION_INVALID", "auth must have the form")],
    ["an unknown scheme", { tokn: "x" }, codedError("OPTION_UNKNOWN", 'auth has the unknown scheme "tokn"')],
  ])("refuses %s as auth, and shows the form", async (_, auth, error) => {
    await expect(call(secured([{ token: [] }]), { auth })).rejects.toThrow(error as Error);
  });

  it.each<readonly [auth: object, message: string]>([
    [{ token: "" }, "call: GET /a: auth.token is empty or contains characters that cannot be sent"],
    [{ token: "a\nb" }, "auth.token is empty or contains characters"],
    [{ token: { clientId: "a", clientSecret: "s3cret" } }, "auth.token must be text, got object"],
    [{ token: () => undefined }, "auth.token must be text, got undefined"],
  ])("an invalid credential is named by its scheme: %j", async (auth, message) => {
    const { sent, error } = await call(secured([{ token: [] }]), { auth });
    expect(sent).toEqual([]);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", clientReason: "NO_CREDENTIALS" });
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain("s3cret");
  });

  it("is undefined in auth if its variable is not set, which counts as none", async () => {
    expect((await call(secured([{ token: [] }]), { auth: { token: undefined } })).error?.code).toBe(
      "UNAUTHENTICATED",
    );
  });
});
