import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  cachedToken,
  Cloud,
  commandToken,
  environmentToken,
  federatedToken,
  fileToken,
  mockTransport,
  serviceAccount,
  staticToken,
  tokenFromFunction,
  type CloudOptions,
} from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import {
  garbage,
  proxyPage,
  repeats,
  reset,
  silence,
  startTalkativeServer,
  type Talk,
} from "./talkative-server.fixture.js";
import { Witness } from "./witness.fixture.js";

const token = `marker-token-${randomBytes(12).toString("hex")}`;
const jwt = `eyJhbGciOiJSUzI1NiJ9.${Buffer.from(`{"sub":"marker"}`).toString("base64url")}.${randomBytes(24).toString("base64url")}`;
const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const pem = key.export({ type: "pkcs8", format: "pem" }).toString();
/** A line from the middle of the key: it shows in no text that does not show the key. */
const keyLine = pem.split("\n")[8] ?? pem;
const account = { accountId: "serviceaccount-1", keyId: "publickey-1" };
const secrets = [token, jwt, keyLine];
const folder = mkdtempSync(join(tmpdir(), "stratus-secrets-"));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

function keyFile(name: string, change: object): string {
  const content = { alg: "RS256", "private-key": pem, kid: "k", iss: "i", sub: "s", ...change };
  return file(name, JSON.stringify({ "subject-credentials": content }));
}

/** Makes a call of every kind in a session, and shows the witness all there is to see. */
async function sweep(witness: Witness, options: Partial<CloudOptions>): Promise<void> {
  await using cloud = new Cloud({
    apiDomain: "api.example.com",
    insecure: options.tls === undefined,
    retry: { maxAttempts: 2, baseDelayMs: 1 },
    timeoutMs: 500,
    attemptTimeoutMs: 250,
    ...witness.options,
    ...options,
  });
  const instances = new InstanceServiceClient(cloud);
  const transport = mockTransport({ get: () => ({}) });
  for (const shown of [cloud, instances, options.credentials, transport, { cloud, instances }]) {
    witness.see(shown);
  }
  const calls = [
    () => instances.get({ id: "x" }),
    () => instances.get({ id: "x" }).withResponse(),
    () => instances.create({ spec: { userData: Buffer.from(token) } }),
    () => instances.modify({ id: "x" }, () => undefined),
    () => drain(instances.listAll({ parentId: "p" })),
    () => drain(instances.readConsole({ id: "x" }, { timeoutMs: 300 })),
    () => instances.get({ id: "x" }, { metadata: { authorization: `Bearer ${token}\n` } }),
    () => instances.get({ id: "x" }, { metadata: { "x-api-key": `${token}\u0000` } }),
    () => instances.create({ spec: { userData: token as never } }),
    () => instances.get({ id: "x" }, { signal: AbortSignal.timeout(20) }),
  ];
  const [first, ...others] = calls.map((call) => () => outcome(call));
  witness.see(await first?.());
  // Together, since many of them end when their time is over.
  for (const end of await Promise.all(others.map((call) => call()))) witness.see(end);
  expect(await witness.seeTelemetry()).toBeGreaterThan(calls.length);
  expect([...witness.published]).toEqual(
    expect.arrayContaining(["tracing:stratus:call:error", "tracing:stratus:token:asyncEnd"]),
  );
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items) continue;
}

/** What a call gives or fails with. */
async function outcome(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

/** No failure, hook, log or printed object shows the token, the key or the JWT that the session works with. */
describe("no secret shows", () => {
  afterAll(() => {
    delete process.env["STRATUS_TEST_MARKER"];
    rmSync(folder, { recursive: true });
  });

  const talks: readonly [string, Talk][] = [
    ["repeats them in UNAUTHENTICATED", repeats(16)],
    ["repeats them in PERMISSION_DENIED", repeats(7)],
    ["repeats them in UNAVAILABLE", repeats(14)],
    ["stands behind a proxy that repeats them", proxyPage],
    ["resets the call", reset],
    ["is silent", silence],
    ["answers with bytes that are no message", garbage],
  ];
  const bearers: readonly [string, () => CloudOptions["credentials"]][] = [
    ["a token", () => staticToken(token)],
    ["a token that is a JWT", () => tokenFromFunction(() => jwt)],
  ];
  const cases = talks.flatMap(([doing, talk]) =>
    bearers.map(([name, credentials]): [string, string, Talk, () => CloudOptions["credentials"]] => [
      doing,
      name,
      talk,
      credentials,
    ]),
  );

  /** Those that do not cost seconds. */
  const spoken = talks.filter(([, talk]) => talk !== silence);

  it.each(cases)("where the server %s, of %s", async (_doing, _name, talk, credentials) => {
    const { server, heard } = await startTalkativeServer(talk);
    await using _ = server;
    const witness = new Witness();
    await sweep(witness, { endpoint: server.address, credentials: credentials() });
    expect(heard.some((secret) => secrets.includes(secret))).toBe(true);
    expect(witness.count).toBeGreaterThan(50);
    expect(witness.finds(secrets)).toEqual([]);
  });

  it.each(talks)("where the token exchange %s", async (_doing, talk) => {
    const { server, heard } = await startTalkativeServer(talk);
    await using _ = server;
    const witness = new Witness();
    await sweep(witness, {
      endpoint: server.address,
      credentials: serviceAccount.fromPem({ ...account, privateKey: pem }),
    });
    const sent = heard.filter((secret) => secret.startsWith("eyJ"));
    expect(sent.length).toBeGreaterThan(0);
    expect(witness.finds([...secrets, ...sent])).toEqual([]);
  });

  it.each([
    ["refuses with a page that repeats it", 400, (text: string) => text],
    ["says so in JSON", 401, (text: string) => JSON.stringify({ error: text, error_description: text })],
    ["answers with half a token", 200, () => `{"access_token":"${token}`],
    ["answers with a token that no header may hold", 200, () => `{"access_token":"${token}\\n"}`],
  ])("where the token exchange by HTTP %s", async (_doing, status, reply) => {
    const heard: string[] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += String(part);
      heard.push(new URLSearchParams(body).get("subject_token") ?? "");
      response.writeHead(status, { "content-type": "application/json" }).end(reply(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const witness = new Witness();
    await sweep(witness, {
      endpoint: "127.0.0.1:1",
      credentials: serviceAccount.fromKey({ ...account, key }, { authUrl }),
    });
    server.close();
    expect(heard[0]).toMatch(/^eyJ/);
    expect(witness.finds([...secrets, ...heard])).toEqual([]);
  });

  it.each(spoken)("where the exchange of another issuer's token and its actor's %s", async (_doing, talk) => {
    const { server, heard } = await startTalkativeServer(talk);
    await using _ = server;
    const witness = new Witness();
    const actor = tokenFromFunction(() => token);
    await sweep(witness, {
      endpoint: server.address,
      credentials: federatedToken.fromFile(file("federated", jwt), { actor }),
    });
    expect(heard).toContain(jwt);
    expect(witness.finds(secrets)).toEqual([]);
  });

  it.each(spoken)("of a token that is kept on disk, where the server %s", async (_doing, talk) => {
    const { server, heard } = await startTalkativeServer(talk);
    await using _ = server;
    const inner = tokenFromFunction(() => ({ token, expiresInMs: 3_600_000 }));
    const place = { folder: join(folder, "kept"), account: server.address };
    for (const credentials of [cachedToken(inner, place), cachedToken(inner, place)]) {
      const witness = new Witness();
      await sweep(witness, { endpoint: server.address, credentials });
      expect(witness.finds(secrets)).toEqual([]);
    }
    expect(heard).toContain(token);
  });

  process.env["STRATUS_TEST_MARKER"] = `${token}\n${token}`;
  it.each<[string, () => CloudOptions["credentials"]]>([
    ["a token with a line break", () => staticToken(`${token}\n${token}`)],
    ["an environment variable with a line break", () => environmentToken("STRATUS_TEST_MARKER")],
    ["a token file of two lines", () => fileToken(file("two-lines", `${token}\n${token}`))],
    ["a function that throws", () => tokenFromFunction(() => Promise.reject(new Error(`Bearer ${token}`)))],
    ["a function that gives a wrong lifetime", () => tokenFromFunction(() => ({ token, expiresInMs: NaN }))],
    [
      "a command that fails",
      () => command(`console.log("${token}");console.error("Bearer ${token}");process.exit(3)`),
    ],
    ["a command that prints two lines", () => command(`console.log("${token}\\n${token}")`)],
    ["a federated token of two lines", () => federatedToken.fromFile(file("lines", `${jwt}\n${jwt}`))],
    ["a federated token that no exchange takes", () => federatedToken.fromEnvironment("STRATUS_TEST_MARKER")],
    [
      "a token that no folder keeps",
      () =>
        cachedToken(fileToken(file("kept-not", token)), { folder: file("no-folder", ""), account: token }),
    ],
    ["a broken key", () => serviceAccount.fromPem({ ...account, privateKey: pem.slice(0, 900) })],
    ["a key without its frame", () => serviceAccount.fromPem({ ...account, privateKey: keyLine })],
    [
      "a key file cut off",
      () => serviceAccount.fromFile(file("cut", `{"subject-credentials":{"private-key":"${keyLine}`)),
    ],
    ["a key file of another algorithm", () => serviceAccount.fromFile(keyFile("alg", { alg: "none" }))],
    [
      "a key file with a broken key",
      () => serviceAccount.fromFile(keyFile("key", { "private-key": keyLine })),
    ],
  ])("of %s", async (_name, credentials) => {
    const witness = new Witness();
    const made = await outcome(credentials);
    witness.see(made);
    if (!(made instanceof Error))
      await sweep(witness, { endpoint: "127.0.0.1:1", credentials: made as CloudOptions["credentials"] });
    expect(witness.count).toBeGreaterThan(4);
    expect(witness.finds(secrets)).toEqual([]);
  });

  it("the witness would have found them", () => {
    const witness = new Witness();
    witness.see(new Error("outer", { cause: { headers: { authorization: `Bearer ${token}` } } }));
    witness.see(Buffer.from(token).toString("base64"));
    expect(witness.finds([token]).length).toBeGreaterThan(1);
  });

  it("the witness would have found them in a span, in a metric and in a line of the log", async () => {
    const marked = {
      session: "Cloud",
      kind: "unary",
      endpoint: "host:443",
      idempotencyKey: undefined,
    } as const;
    const witness = new Witness();
    witness.options.hooks[0].observe?.({ ...marked, method: `a/${token}` });
    await witness.seeTelemetry();
    const inMetric = witness.finds([token]);
    expect(inMetric.length).toBeGreaterThan(0);
    const other = new Witness();
    const event = { session: "Cloud", durationMs: 1, credentials: token, error: undefined };
    other.options.hooks[0].onToken?.(event);
    await other.seeTelemetry();
    expect(other.finds([token]).length).toBeGreaterThan(0);
    const third = new Witness();
    third.options.logger.warn({ event: "hook_failed", session: token }, "");
    expect(third.finds([token]).some((line) => line.startsWith('{"level":40'))).toBe(true);
  });
});

function command(code: string): CloudOptions["credentials"] {
  return commandToken({ command: [process.execPath, "-e", code] });
}
