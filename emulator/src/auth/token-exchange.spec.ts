import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newAccount, openCloud, signJwt, type TestCloud } from "../emulator.fixture.js";

const grant = "urn:ietf:params:oauth:grant-type:token-exchange";
const jwtType = "urn:ietf:params:oauth:token-type:jwt";
const accessType = "urn:ietf:params:oauth:token-type:access_token";
const account = newAccount("robot");
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud({ serviceAccounts: [account], tokenLifetimeMs: 3_600_000 });
});
afterAll(() => cloud[Symbol.asyncDispose]());

async function exchange(changes: Record<string, string> = {}) {
  const request = {
    grantType: grant,
    requestedTokenType: accessType,
    subjectToken: await signJwt(account, cloud.clock.now()),
    subjectTokenType: jwtType,
    ...changes,
  };
  return cloud.call("TokenExchangeService/Exchange", request, {
    authorization: null,
    authority: cloud.authorityOf("tokens.iam"),
  });
}

async function post(fields: Record<string, string>, init: RequestInit = {}) {
  const body = new URLSearchParams({
    grant_type: grant,
    requested_token_type: accessType,
    subject_token: await signJwt(account, cloud.clock.now()),
    subject_token_type: jwtType,
    ...fields,
  });
  const response = await fetch(`${cloud.emulator.authUrl}/oauth2/token/exchange`, {
    method: "POST",
    body,
    ...init,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function profile(token: unknown) {
  return cloud.call("ProfileService/Get", {}, { authorization: `Bearer ${String(token)}` });
}

describe("token exchange", () => {
  it("gives a token by gRPC that is good for the profile of the account", async () => {
    const { response } = await exchange();
    expect(response).toMatchObject({ expiresIn: "3600", tokenType: "Bearer", issuedTokenType: accessType });
    expect((await profile(response.accessToken)).response).toMatchObject({
      serviceAccountProfile: { info: { metadata: { id: "robot" }, spec: {}, status: { active: true } } },
    });
  });

  it("gives a token by HTTP that is good for the same", async () => {
    const { status, body } = await post({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ expires_in: 3600, token_type: "Bearer" });
    expect((await profile(body["access_token"])).code).toBe("OK");
  });

  it.each([
    { field: "grantType", value: "password", code: "INVALID_ARGUMENT" },
    { field: "subjectTokenType", value: "urn:ietf:params:oauth:token-type:saml2", code: "INVALID_ARGUMENT" },
    { field: "requestedTokenType", value: jwtType, code: "INVALID_ARGUMENT" },
    { field: "subjectToken", value: "", code: "INVALID_ARGUMENT" },
    { field: "subjectToken", value: "a.b.c", code: "UNAUTHENTICATED" },
  ])("by gRPC answers $code when $field is $value", async ({ field, value, code }) => {
    expect((await exchange({ [field]: value })).code).toBe(code);
  });

  it.each([
    { fields: { grant_type: "password" }, want: "unsupported_grant_type" },
    { fields: { subject_token_type: "x" }, want: "invalid_request" },
    { fields: { subject_token: "a.b.c" }, want: "invalid_request" },
  ])("by HTTP answers 400 $want for $fields", async ({ fields, want }) => {
    expect(await post(fields as unknown as Record<string, string>)).toMatchObject({
      status: 400,
      body: { error: want },
    });
  });

  it.each([
    {
      name: "a body of another type",
      init: { body: "{}", headers: { "content-type": "application/json" } },
      want: 415,
    },
    {
      name: "a form that is too large",
      init: { body: new URLSearchParams({ a: "x".repeat(300_000) }) },
      want: 413,
    },
    { name: "another method", init: { method: "PUT" }, want: 405 },
  ])("by HTTP refuses $name with $want", async ({ init, want }) => {
    expect((await post({}, init)).status).toBe(want);
  });

  it("accepts a key that was registered by a call", async () => {
    const fresh = newAccount("fresh");
    const operation = await cloud.must("AuthPublicKeyService/Create", {
      metadata: { parentId: "p", name: "k" },
      spec: { serviceAccountId: "fresh", data: fresh.publicKeyPem },
    });
    const keyId = String(operation["resourceId"]);
    const subjectToken = await signJwt({ ...fresh, keyId }, cloud.clock.now());
    const { response } = await exchange({ subjectToken });
    expect((await profile(response.accessToken)).code).toBe("OK");
  });

  it("never shows a JWT or a token in the report", async () => {
    const jwt = await signJwt(account, cloud.clock.now());
    const { response } = await exchange({ subjectToken: jwt });
    await profile(response.accessToken);
    const report = JSON.stringify(cloud.emulator.calls());
    expect(report).toContain("TokenExchangeService/Exchange");
    expect(report).not.toContain(jwt);
    expect(report).not.toContain(String(response.accessToken));
  });
});

describe("token exchange of a workload that another issuer vouches for", () => {
  const ci = newAccount("ci");
  const workload = {
    accountId: "robot",
    issuer: "https://ci.example.com",
    subject: "repo:a/b",
    audience: "cloud",
  };
  const claims = { iss: workload.issuer, sub: workload.subject, aud: ["other", "cloud"] };
  const { keyId, publicKeyPem } = ci;
  beforeAll(() => {
    cloud.emulator.addFederatedAccount({ ...workload, keyId, publicKeyPem });
    // Another issuer, which calls its key the same.
    cloud.emulator.addFederatedAccount({ ...workload, ...newAccount(), issuer: "https://x", keyId });
  });
  const idToken = "urn:ietf:params:oauth:token-type:id_token";
  const sign = (changes: object = {}, key = ci): Promise<string> =>
    signJwt(key, cloud.clock.now(), { claims: { ...claims, ...changes } });

  it.each([jwtType, idToken])("gives a token of its account for a %s", async (subjectTokenType) => {
    const { response } = await exchange({ subjectToken: await sign(), subjectTokenType });
    expect((await profile(response.accessToken)).response).toMatchObject({
      serviceAccountProfile: { info: { metadata: { id: "robot" } } },
    });
  });

  it.each<[what: string, changes: object, want: RegExp]>([
    ["another issuer", { iss: "https://evil.example.com" }, /registered issuer "https:\/\/evil/],
    ["another subject", { sub: "repo:a/c" }, /sub "repo:a\/c" is not a registered subject/],
    ["another audience", { aud: "other" }, /aud does not contain "cloud"/],
    ["no audience", { aud: undefined }, /aud does not contain "cloud"/],
    ["an end that is past", { exp: 1 }, /expired/],
  ])("refuses a token with %s", async (_, changes, want) => {
    const outcome = await exchange({ subjectToken: await sign(changes) });
    expect(outcome.code).toBe("UNAUTHENTICATED");
    expect(outcome.message).toMatch(/^subject_token rejected/);
    expect(outcome.message).toMatch(want);
  });

  it("refuses a token that another key has signed, and the JWT of a service account as an id_token", async () => {
    const forged = await sign({}, { ...newAccount(), keyId });
    expect(await exchange({ subjectToken: forged })).toMatchObject({ code: "UNAUTHENTICATED" });
    const { message } = await exchange({ subjectTokenType: idToken });
    expect(message).toMatch(/does not name a key of a registered issuer/);
  });

  it("lets who proves who it is act for it, by a token of any kind", async () => {
    const access = cloud.emulator.issueToken({ subject: "operator" });
    for (const [actorToken, actorTokenType] of [
      [await signJwt(account, cloud.clock.now()), jwtType],
      [await sign(), idToken],
      [access, accessType],
    ] as const) {
      const { code, response } = await exchange({ subjectToken: await sign(), actorToken, actorTokenType });
      expect(code).toBe("OK");
      expect((await profile(response.accessToken)).code).toBe("OK");
    }
    const byHttp = { subject_token: await sign(), actor_token: access, actor_token_type: accessType };
    expect((await post(byHttp)).status).toBe(200);
  });

  it.each<[what: string, actor: Record<string, string>, code: string, want: RegExp]>([
    [
      "nobody knows",
      { actorToken: "x", actorTokenType: accessType },
      "UNAUTHENTICATED",
      /^actor_token rejected/,
    ],
    ["is no JWT", { actorToken: "x", actorTokenType: jwtType }, "UNAUTHENTICATED", /^actor_token rejected/],
    ["has no type", { actorToken: "x" }, "INVALID_ARGUMENT", /actor_token_type: must be one of/],
    ["is missing", { actorTokenType: jwtType }, "INVALID_ARGUMENT", /actor_token: the token is missing/],
  ])("refuses an actor whose token %s", async (_, actor, code, want) => {
    const outcome = await exchange(actor);
    expect(outcome.code).toBe(code);
    expect(outcome.message).toMatch(want);
  });

  it("shows none of the tokens in the report", async () => {
    const [subjectToken, actorToken] = [await sign(), await sign({ n: 1 })];
    await exchange({ subjectToken, actorToken, actorTokenType: idToken });
    await post({ actor_token: actorToken, actor_token_type: idToken });
    const report = JSON.stringify(cloud.emulator.calls());
    expect(report).not.toContain(subjectToken);
    expect(report).not.toContain(actorToken);
  });

  it.each(["accountId", "issuer", "keyId"])("is refused when it is registered without its %s", (part) => {
    const account = { ...workload, keyId, publicKeyPem, [part]: "" };
    expect(() => cloud.emulator.addFederatedAccount(account)).toThrow(`federated account: ${part} is empty`);
  });
});

describe("an access token", () => {
  it.each([
    { name: "is missing", value: () => null, want: /missing/ },
    { name: "is not known", value: () => "Bearer tok_unknown", want: /unknown/ },
    { name: "is of another scheme", value: () => "Basic dXNlcjpwYXNz", want: /Bearer TOKEN/ },
    { name: "is not of the characters of one", value: () => "Bearer !!", want: /Bearer TOKEN/ },
  ])("that $name is UNAUTHENTICATED", async ({ value, want }) => {
    const outcome = await cloud.call("ProfileService/Get", {}, { authorization: value() });
    expect(outcome.code).toBe("UNAUTHENTICATED");
    expect(outcome.message).toMatch(want);
  });

  it("expires with its lifetime", async () => {
    const token = cloud.emulator.issueToken({ subject: "robot", lifetimeMs: 1000 });
    expect((await profile(token)).code).toBe("OK");
    cloud.clock.advance(999);
    expect((await profile(token)).code).toBe("OK");
    cloud.clock.advance(1);
    expect((await profile(token)).code).toBe("UNAUTHENTICATED");
  });

  it("can be revoked", async () => {
    await using own = await openCloud();
    const authorization = `Bearer ${own.emulator.issueToken()}`;
    expect((await own.call("ProfileService/Get", {}, { authorization })).code).toBe("OK");
    own.emulator.revokeTokens();
    expect((await own.call("ProfileService/Get", {}, { authorization })).code).toBe("UNAUTHENTICATED");
  });
});
