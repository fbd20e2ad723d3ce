import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@stratus/emulator";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine } from "./test-host.fixture.js";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { account, privateKey, startCloud } from "../end-to-end/local-cloud.fixture.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "logins-"));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};

describe("who calls a gRPC API", () => {
  let emulator: Emulator;
  let files: Readonly<Record<string, string>>;

  beforeAll(async () => {
    emulator = await startCloud();
    const pem = privateKey.export({ type: "pkcs8", format: "pem" });
    const { keyId: kid, accountId: iss } = account;
    const key = { "subject-credentials": { alg: "RS256", "private-key": pem, kid, iss, sub: iss } };
    const issuer = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const claims = { iss: "https://ci.example.com", sub: "job-1", aud: "cloud" };
    emulator.addFederatedAccount({
      accountId: account.accountId,
      issuer: claims.iss,
      subject: claims.sub,
      audience: claims.aud,
      keyId: "ci-1",
      publicKeyPem: issuer.publicKey.export({ type: "spki", format: "pem" }).toString(),
    });
    const jwt = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "ci-1" });
    files = {
      token: await write("my token", `${emulator.issueToken({ subject: account.accountId })}\n`),
      key: await write("key.json", JSON.stringify(key)),
      federated: await write("id-token", await jwt.setExpirationTime("5m").sign(issuer.privateKey)),
    };
  });
  afterAll(() => emulator?.close());

  const settings = (): Record<string, string> => ({
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  });

  it.each([
    ["a file with a token", "token-file", () => files["token"]!],
    ["a program that prints a token", "token-command", () => `cat '${files["token"]!}'`],
    ["the key file of a service account", "service-account-file", () => files["key"]!],
    ["a token of another issuer", "federated-token-file", () => files["federated"]!],
  ])("is said by %s: as a flag, a variable, and in a profile by login", async (_, name, value) => {
    const acme = commandLine("@svc/cloud", { env: settings() });
    const whoIs = ["iam", "profile", "get", "-o", "json"];
    const variable = `CLOUD_${name.toUpperCase().replaceAll("-", "_")}`;
    const byFlag = await acme([...whoIs, `--${name}`, value()]);
    const byVariable = await acme(whoIs, { env: { [variable]: value() } });
    const login = await acme(["login", `--${name}`, value()]);
    expect(login).toMatchObject({ code: 0, said: expect.stringContaining("Logged in:") });
    const byProfile = await acme(whoIs);
    for (const { code, out, said } of [byFlag, byVariable, byProfile])
      expect({ code, said, isThey: out.includes(account.accountId) }).toEqual({
        code: 0,
        said: "",
        isThey: true,
      });
    expect((await acme(["logout"])).code).toBe(0);
    expect((await acme(whoIs)).code).toBe(3);
  });

  it("is a token of the environment above all else", async () => {
    const acme = commandLine("@svc/cloud", { env: settings() });
    const env = { CLOUD_TOKEN: emulator.issueToken({ subject: account.accountId }) };
    expect((await acme("iam profile get --token-file /nowhere", { env })).code).toBe(0);
  });

  it("is an error that shows nothing of a file that cannot be used", async () => {
    const acme = commandLine("@svc/cloud", { env: settings() });
    const path = await write("broken.json", '{"private-key":"hush-hush"}');
    const { code, out, said } = await acme(["iam", "profile", "get", "--service-account-file", path]);
    expect(code).not.toBe(0);
    expect(out + said).not.toContain("hush-hush");
  });
});

/** A description in which each operation takes another kind of credentials. */
const schemes = {
  token: { type: "http", scheme: "bearer" },
  user: { type: "http", scheme: "basic" },
  header: { type: "apiKey", in: "header", name: "X-Api-Key" },
  query: { type: "apiKey", in: "query", name: "api_key" },
  cookie: { type: "apiKey", in: "cookie", name: "session" },
};

/** An access token of OAuth 2.0 for the credentials of a program, asked for at the server. */
const clientScheme = (url: string): object => ({
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: `${url}/token`, scopes: { read: "reads" } } },
});

type Scheme = keyof typeof schemes | "program";

describe("who calls a REST API", () => {
  let server: Server;
  let url: string;
  const built = new Map<string, BuiltPackage>();
  /** Who asked for access tokens. */
  const asked: (string | undefined)[] = [];

  /** A package of an API with these schemes, which answers with the credentials that it was sent. */
  const packageOf = async (
    names: readonly Scheme[],
    security: readonly object[] = names.map((name) => ({ [name]: [] })),
  ): Promise<string> => {
    const key = JSON.stringify([names, security]);
    const known = built.get(key);
    if (known) return known.path;
    const all = { ...schemes, program: clientScheme(url) };
    const document = {
      openapi: "3.1.0",
      info: { title: "Echo", version: "1" },
      servers: [{ url: "https://echo.example.com" }],
      security,
      components: { securitySchemes: Object.fromEntries(names.map((name) => [name, all[name]])) },
      paths: {
        "/seen": {
          get: {
            operationId: "seen",
            responses: {
              200: { description: "seen", content: { "application/json": { schema: { type: "object" } } } },
            },
          },
        },
      },
    };
    const text = JSON.stringify(document);
    const { files } = await generateRestClient(
      { file: "echo.json", text },
      { packageName: "@acme/echo", packageVersion: "1.0.0", name: "Echo" },
      { hasGuide: true },
    );
    const one = await buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
    built.set(key, one);
    return one.path;
  };

  beforeAll(async () => {
    server = createServer(({ headers, url: path }, response) => {
      const { authorization, cookie } = headers;
      response.writeHead(200, { "content-type": "application/json" });
      if (path === "/token") {
        asked.push(authorization);
        response.end(JSON.stringify({ access_token: "exchanged", expires_in: 60 }));
      } else response.end(JSON.stringify({ authorization, cookie, path, key: headers["x-api-key"] }));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    for (const one of built.values()) await one[Symbol.asyncDispose]();
  });

  it.each([
    ["token", "t0p", { authorization: "Bearer t0p" }],
    ["user", "ann:s3cret:x", { authorization: `Basic ${btoa("ann:s3cret:x")}` }],
    ["header", "k3y", { key: "k3y" }],
    ["query", "k&y", { path: "/seen?api_key=k%26y" }],
    ["cookie", "c00kie", { cookie: "session=c00kie" }],
    ["program", "id:sec ret", { authorization: "Bearer exchanged" }],
    ["program", "0f-elsewhere", { authorization: "Bearer 0f-elsewhere" }],
  ] as const)("is said as the description wants it: %s", async (scheme, secret, want) => {
    const path = await packageOf([scheme]);
    const acme = commandLine(path, { env: { ECHO_CLIENT_ENDPOINT: url } });
    const file = await write(scheme, `${secret}\n`);
    const logins = [
      await acme(`seen -o json --token-file ${file}`),
      await acme(["seen", "-o", "json", "--token-command", `cat ${file}`]),
      await acme("seen -o json", { env: { ECHO_CLIENT_TOKEN: secret } }),
    ];
    for (const { code, out, said } of logins) {
      expect({ code, said }).toEqual({ code: 0, said: "" });
      expect(JSON.parse(out)).toMatchObject(want);
    }
    expect((await acme(["login", "--token-file", "-"], { stdin: secret })).code).toBe(0);
    expect(JSON.parse((await acme("seen -o json")).out)).toMatchObject(want);
  });

  it("is a person who logged in through a browser, or the machine", async () => {
    const acme = commandLine(await packageOf(["token"]), { env: { ECHO_CLIENT_ENDPOINT: url } });
    const nowMs = Date.now();
    const login = { version: 1, issuer: url, clientId: "acme", tokenEndpoint: url, token: "t0p" };
    const times = { issuedAtMs: nowMs, expiresAtMs: nowMs + 60_000 };
    const file = await write("work.login", JSON.stringify({ ...login, ...times }));
    const token = await write("machine-token", '{"access_token":"m4chine","expires_in":60}');
    for (const [flags, want] of [
      [`--login-file ${file}`, "t0p"],
      [`--metadata-token ${token}`, "m4chine"],
    ]) {
      const { code, out, said } = await acme(`seen -o json ${flags}`);
      expect({ code, said }).toEqual({ code: 0, said: "" });
      expect(JSON.parse(out)).toMatchObject({ authorization: `Bearer ${want}` });
    }
  });

  it("is a program whose credentials go to the URL for tokens alone", async () => {
    const acme = commandLine(await packageOf(["program"]), { env: { ECHO_CLIENT_ENDPOINT: url } });
    asked.length = 0;
    const { out, said } = await acme("seen -o json", { env: { ECHO_CLIENT_TOKEN: "id:s3cret" } });
    expect(asked).toEqual([`Basic ${btoa("id:s3cret")}`]);
    expect(out + said).not.toContain("s3cret");
  });

  it("is of two kinds at once: a line for each, in the order of their names", async () => {
    const acme = commandLine(await packageOf(["header", "user"], [{ header: [], user: [] }]), {
      env: { ECHO_CLIENT_ENDPOINT: url },
    });
    const want = { authorization: `Basic ${btoa("ann:my pass")}`, key: "k3y" };
    const login = await acme("login --auth-scheme user,header --token-file -", {
      stdin: "ann:my pass\nk3y\n",
    });
    expect(login).toMatchObject({ code: 0, out: "" });
    expect(JSON.parse((await acme("seen -o json")).out)).toMatchObject(want);
    const other = await acme("seen -o json --auth-scheme header,user", {
      env: { ECHO_CLIENT_TOKEN: "k3y\nann:my pass" },
    });
    expect(JSON.parse(other.out)).toMatchObject(want);
    const one = await acme("seen --auth-scheme header,user", { env: { ECHO_CLIENT_TOKEN: "k3y" } });
    expect(one).toMatchObject({ code: 3, said: expect.stringContaining("2 schemes") });
    const controls = await acme("login --token-file -", { stdin: "a\u001b[31mb" });
    expect(controls).toMatchObject({ code: 3, said: expect.stringContaining("not a token") });
  });

  it("is one of several kinds, which is named", async () => {
    const acme = commandLine(await packageOf(["header", "user"]), {
      env: { ECHO_CLIENT_ENDPOINT: url, ECHO_CLIENT_TOKEN: "a:b" },
    });
    expect(await acme("seen")).toMatchObject({ code: 3, said: expect.stringContaining("header, user") });
    const { out } = await acme("seen -o json --auth-scheme user");
    expect(JSON.parse(out)).toMatchObject({ authorization: `Basic ${btoa("a:b")}` });
    expect((await acme("seen --auth-scheme other")).code).toBe(2);
  });

  it("is no service account, and an operation that requires a credential is not called without one", async () => {
    const acme = commandLine(await packageOf(["header"]), { env: { ECHO_CLIENT_ENDPOINT: url } });
    expect((await acme("seen --service-account-file key.json")).code).toBe(3);
    const nobody = await acme("seen");
    expect(nobody).toMatchObject({
      code: 3,
      out: "",
      said: expect.stringContaining("you are not logged in"),
    });
  });
});
