import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  connectThings,
  ExchangeRequestType,
  methods,
  openSession,
  type Thing,
} from "../../fixture/test-api.fixture.js";
import { Refusal, TestServer } from "../../fixture/test-server.fixture.js";
import type { Credentials } from "./credentials.js";
import { serviceAccount } from "./service-account.js";
import { codedError } from "../../../../test/coded-error.js";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pkcs8 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const pkcs1 = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const thing: Thing = { metadata: undefined, spec: undefined };
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stratus-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: unknown): Promise<string> {
  const path = join(folder, `${Math.floor(performance.now() * 1000)}.json`);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const identity = { accountId: "account-1", keyId: "key-1" };
const subject = { alg: "RS256", "private-key": pkcs8, kid: "key-1", iss: "account-1", sub: "account-1" };

async function login(credentials: Credentials): Promise<{ jwt: string; server: TestServer }> {
  const server = await new TestServer()
    .unary(methods.get, () => thing)
    .unary(methods.exchange, () => ({ access: "exchanged", expiresIn: 3600n }))
    .listen();
  await using session = openSession({ ...server.options, credentials });
  await connectThings(session).unary(methods.get, { id: "1" });
  const exchange = server.seen[0]?.message as { subjectToken: string };
  return { jwt: exchange.subjectToken, server };
}

describe("a service account", () => {
  it("exchanges a signed JWT at its own endpoint, without authorization, and uses what it gets", async () => {
    const { jwt, server } = await login(serviceAccount.fromKey({ ...identity, key: privateKey }));
    await using _ = server;
    const [exchange, get] = server.seen;
    expect(exchange?.authority).toBe("tokens.iam.api.example.com:443");
    expect(exchange?.metadata).not.toHaveProperty("authorization");
    expect(exchange?.message).toEqual({
      grant: "urn:ietf:params:oauth:grant-type:token-exchange",
      requestedTokenType: "urn:ietf:params:oauth:token-type:access_token",
      subjectToken: jwt,
      subjectTokenType: "urn:ietf:params:oauth:token-type:jwt",
    });
    expect(get?.authority).toBe("things.store.api.example.com:443");
    expect(get?.metadata["authorization"]).toBe("Bearer exchanged");
  });

  it.each([
    [
      "a PKCS#8 file",
      async () => serviceAccount.fromFile(await fileWith({ "subject-credentials": subject })),
    ],
    ["PEM in PKCS#8", async () => serviceAccount.fromPem({ ...identity, privateKey: pkcs8 })],
    ["PEM in PKCS#1", async () => serviceAccount.fromPem({ ...identity, privateKey: pkcs1 })],
    [
      "PEM with written line ends",
      async () => serviceAccount.fromPem({ ...identity, privateKey: pkcs8.replaceAll("\n", "\\n") }),
    ],
    [
      "PEM in one line",
      async () => serviceAccount.fromPem({ ...identity, privateKey: pkcs1.replaceAll("\n", " ") }),
    ],
  ])("signs with %s: kid, iss, sub, five minutes", async (_what, make) => {
    const { jwt, server } = await login(await make());
    await using _ = server;
    expect(decodeProtectedHeader(jwt)).toMatchObject({ alg: "RS256", kid: "key-1" });
    const { payload } = await jwtVerify(jwt, publicKey);
    expect(payload).toMatchObject({ iss: "account-1", sub: "account-1" });
    expect(Number(payload.exp) - Date.now() / 1000).toBeGreaterThan(290);
    expect(Number(payload.exp) - Date.now() / 1000).toBeLessThan(301);
  });

  it("that the exchange refuses fails the call at once, and shows neither key nor JWT", async () => {
    await using server = await new TestServer()
      .unary(methods.exchange, (request) => {
        throw new Refusal(
          16,
          `cannot verify ${ExchangeRequestType.encode(request).toString()} ${JSON.stringify(request)}`,
        );
      })
      .listen();
    await using session = openSession({
      ...server.options,
      credentials: serviceAccount.fromKey({ ...identity, key: privateKey }),
    });
    const error: unknown = await connectThings(session)
      .unary(methods.get, { id: "1" })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "UNAUTHENTICATED",
      attempts: 0,
      cause: { method: "acme.v1.TokenService/Exchange" },
    });
    expect(server.seen).toHaveLength(1);
    expect(inspect(error, { depth: 20 })).not.toMatch(/eyJ|PRIVATE KEY/);
  });

  it.each([
    undefined,
    null,
    pkcs8,
    {},
    { ...identity, privateKey: "marker" },
    { ...identity, privateKey: 5 },
  ])("is refused by an OptionsError without the key if it is given as %o", (given) => {
    for (const read of [serviceAccount.fromPem, serviceAccount.fromKey])
      expect(() => read(given as never)).toThrow(
        codedError("FILE_UNREADABLE", /^serviceAccount\.from(?:Pem|Key): (?!.*marker)/),
      );
  });

  it("whose file was replaced signs with the new key at its next login", async () => {
    const path = await fileWith({ "subject-credentials": { ...subject, kid: "old" } });
    const credentials = serviceAccount.fromFile(path);
    const first = await login(credentials);
    await writeFile(path, JSON.stringify({ "subject-credentials": { ...subject, kid: "new" } }));
    const second = await login(credentials);
    expect(decodeProtectedHeader(first.jwt).kid).toBe("old");
    expect(decodeProtectedHeader(second.jwt).kid).toBe("new");
    await Promise.all([first.server[Symbol.asyncDispose](), second.server[Symbol.asyncDispose]()]);
  });

  it.each<[what: string, content: unknown, names: RegExp]>([
    ["is not there", undefined, /missing\.json: it cannot be read \(ENOENT\)/],
    ["is not JSON", "{marker", /it is not JSON/],
    ["has another shape", { token: "marker" }, /"subject-credentials" with .* is missing/],
    [
      "has no key",
      { "subject-credentials": { ...subject, "private-key": undefined } },
      /has no "private-key"/,
    ],
    [
      "has a key that is none",
      { "subject-credentials": { ...subject, "private-key": "marker" } },
      /not in PEM/,
    ],
    [
      "has a broken key",
      {
        "subject-credentials": {
          ...subject,
          "private-key": "-----BEGIN PRIVATE KEY-----\nmarker\n-----END PRIVATE KEY-----",
        },
      },
      /cannot be read; PKCS#8 or PKCS#1/,
    ],
    [
      "is of another algorithm",
      { "subject-credentials": { ...subject, alg: "ES256" } },
      /"alg" must be "RS256"/,
    ],
    [
      "is of two accounts",
      { "subject-credentials": { ...subject, sub: "other" } },
      /"iss" and "sub" must both/,
    ],
  ])("whose file %s fails the call with the reason", async (_what, content, names) => {
    const path = content === undefined ? join(folder, "missing.json") : await fileWith(content);
    await using session = openSession({ credentials: serviceAccount.fromFile(path) });
    const error: unknown = await connectThings(session)
      .unary(methods.get, { id: "1" })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", attempts: 0 });
    expect(String(error)).toMatch(names);
    expect(inspect(error, { depth: 20 })).not.toContain("marker");
  });

  it.each([
    ["a byte order mark", (text: string) => `\u{FEFF}${text}`],
    ["UTF-16", (text: string) => Buffer.from(`\u{FEFF}${text}`, "utf16le")],
  ])("reads a file with %s, as tools of Windows write it", async (_, write) => {
    const path = join(folder, "windows.json");
    await writeFile(path, write(JSON.stringify({ "subject-credentials": subject })));
    const { jwt, server } = await login(serviceAccount.fromFile(path));
    await using _server = server;
    expect(decodeProtectedHeader(jwt).kid).toBe("key-1");
  });

  it.each<[what: string, make: () => unknown, names: RegExp, code: string]>([
    [
      "a public key",
      () => serviceAccount.fromKey({ ...identity, key: publicKey }),
      /private RSA key/,
      "FILE_UNREADABLE",
    ],
    [
      "another kind of key",
      () => serviceAccount.fromKey({ ...identity, key: generateKeyPairSync("ed25519").privateKey }),
      /private RSA key/,
      "FILE_UNREADABLE",
    ],
    [
      "a key that is too short",
      () =>
        serviceAccount.fromKey({
          ...identity,
          key: generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey,
        }),
      /1024 bits/,
      "FILE_UNREADABLE",
    ],
    [
      "no id",
      () => serviceAccount.fromKey({ accountId: "", keyId: "k", key: privateKey }),
      /accountId/,
      "OPTION_MISSING",
    ],
    [
      "a URL without TLS",
      () => serviceAccount.fromFile("x", { authUrl: "http://auth.example.com" }),
      /https URL/,
      "OPTION_INVALID",
    ],
    [
      "a URL with a user",
      () => serviceAccount.fromFile("x", { authUrl: "https://u:p@auth.example.com" }),
      /https URL/,
      "OPTION_INVALID",
    ],
    [
      "a URL with a password alone",
      () => serviceAccount.fromFile("x", { authUrl: "https://:p@auth.example.com" }),
      /https URL/,
      "OPTION_INVALID",
    ],
  ])("with %s is refused when it is made", (_what, make, names, code) => {
    expect(make).toThrow(codedError(code, names));
  });

  it("prints nothing of its key", () => {
    const credentials = serviceAccount.fromPem({ ...identity, privateKey: pkcs8 });
    expect(inspect(credentials, { depth: 20, showHidden: true })).not.toMatch(/PRIVATE|KeyObject/);
    expect(JSON.stringify(credentials)).not.toContain("PRIVATE");
  });
});
