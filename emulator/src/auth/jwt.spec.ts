import { createSecretKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type JwtChanges, newAccount, signJwt } from "../emulator.fixture.js";
import { verifyJwt } from "./jwt.js";
import { ServiceAccounts } from "./service-accounts.js";

const nowMs = Date.parse("2030-01-01T00:00:00Z");
const nowSeconds = nowMs / 1000;
const account = newAccount("account-1");
const other = newAccount("account-2");
const accounts = new ServiceAccounts();
accounts.add(account);
accounts.add(other);
const received = (jwt: string) => ({ field: "subject_token", jwt });
const keys = (keyId: string) => accounts.key(keyId);

describe("a JWT of a service account", () => {
  it("is accepted when it is signed with RS256 by the registered key", async () => {
    await expect(verifyJwt(received(await signJwt(account, nowMs)), keys, nowMs)).resolves.toBe("account-1");
  });

  const refused: readonly { name: string; changes: JwtChanges; want: RegExp }[] = [
    { name: "signed by another key", changes: { key: other.privateKey }, want: /signature does not fit/ },
    {
      name: "of a kid that no one registered",
      changes: { header: { kid: "nobody" } },
      want: /"nobody" does not name a/,
    },
    {
      name: "of another account's kid",
      changes: { header: { kid: other.keyId } },
      want: /signature does not fit/,
    },
    { name: "without a kid", changes: { header: { kid: undefined } }, want: /no kid/ },
    { name: "with an iss other than its sub", changes: { claims: { iss: "account-2" } }, want: /differ/ },
    { name: "with a sub other than its iss", changes: { claims: { sub: "account-2" } }, want: /differ/ },
    {
      name: "that speaks for another account than its key's",
      changes: { claims: { iss: "account-2", sub: "account-2" } },
      want: /belongs to a different service account/,
    },
    { name: "without an iss", changes: { claims: { iss: undefined } }, want: /claim iss is missing/ },
    { name: "without an exp", changes: { claims: { exp: undefined } }, want: /claim exp is missing/ },
    { name: "that has expired", changes: { claims: { exp: nowSeconds - 1 } }, want: /has expired/ },
    { name: "that expires now", changes: { claims: { exp: nowSeconds } }, want: /has expired/ },
    { name: "that is not valid yet", changes: { claims: { nbf: nowSeconds + 60 } }, want: /not valid yet/ },
    {
      name: "signed with HS256 by the public key",
      changes: { header: { alg: "HS256" }, key: createSecretKey(Buffer.from(account.publicKeyPem)) },
      want: /alg must be RS256, but is "HS256"/,
    },
    { name: "signed with PS256", changes: { header: { alg: "PS256" } }, want: /alg must be RS256/ },
  ];
  it.each([
    { name: "padding", change: (jwt: string) => `${jwt}==` },
    { name: "padding in its middle", change: (jwt: string) => jwt.replace(".", "=.") },
    { name: "white space", change: (jwt: string) => ` ${jwt}` },
    { name: "the other alphabet", change: (jwt: string) => `${jwt.slice(0, -2)}+/` },
  ])("is refused when it has $name", async ({ change }) => {
    const jwt = change(await signJwt(account, nowMs));
    await expect(verifyJwt(received(jwt), keys, nowMs)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: "subject_token rejected: it is not a JWT: a JWT has three parts in base64url, without padding",
    });
  });

  it.each(refused)("is refused when it is one $name", async ({ changes, want }) => {
    const jwt = await signJwt(account, nowMs, changes);
    await expect(verifyJwt(received(jwt), keys, nowMs)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringMatching(want) as string,
    });
  });

  it.each([
    {
      name: "with alg none",
      edit: () => encode({ alg: "none", kid: account.keyId }),
      want: /alg must be RS256/,
    },
    { name: "that is no JWT", edit: () => "nothing", want: /not a JWT/ },
    { name: "that is empty", edit: () => "", want: /not a JWT/ },
  ])("is refused when it is one $name", async ({ edit, want }) => {
    await expect(verifyJwt(received(edit()), keys, nowMs)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringMatching(want) as string,
    });
  });

  it("is refused when its claims were changed after signing", async () => {
    const [header = "", , signature = ""] = (await signJwt(account, nowMs)).split(".");
    const claims = base64url({ iss: "account-1", sub: "account-1", exp: nowSeconds + 9_000_000 });
    await expect(verifyJwt(received(`${header}.${claims}.${signature}`), keys, nowMs)).rejects.toThrow(
      /signature does not fit/,
    );
  });

  it("never shows the JWT in a refusal", async () => {
    const jwt = await signJwt(account, nowMs, { key: other.privateKey });
    const error = await verifyJwt(received(jwt), keys, nowMs).catch((thrown: unknown) => thrown);
    for (const part of jwt.split(".")) expect(String(error)).not.toContain(part);
  });
});

describe("a public key", () => {
  it.each([
    {
      name: "a private key",
      pem: account.privateKey.export({ type: "pkcs8", format: "pem" }),
      want: /private key/,
    },
    { name: "no PEM", pem: "hello", want: /not a public key in PEM/ },
  ])("is refused when it is $name, and not shown", ({ pem, want }) => {
    const add = () => accounts.add({ id: "x", keyId: "y", publicKeyPem: String(pem) });
    expect(add).toThrow(want);
    expect(add).not.toThrow(/MII/);
  });
});

function encode(header: object): string {
  const claims = { iss: "account-1", sub: "account-1", exp: nowSeconds + 300 };
  return `${base64url(header)}.${base64url(claims)}.`;
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
