import { mkdtempSync, rmSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { answer, FaultServer } from "../../../fixture/fault-server.fixture.js";
import { callTo } from "../../../fixture/sessions.fixture.js";
import { connectThings, methods, ThingType, type Thing, wiring } from "../../../fixture/test-api.fixture.js";
import { testCertificate, testCertificateKey } from "../../../fixture/tls.fixture.js";
import { staticToken } from "../../../session/auth/static-token.js";
import { optionsFromEnv } from "../../../session/core/environment.js";
import { NodeSession } from "../../../session/core/node-session.js";
import type { SessionOptions } from "../../../session/core/session-options.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.encode(thing);
const authority = "things.store.api.example.com:443";

afterEach(() => vi.unstubAllEnvs());

/** A path of a socket in a folder that ends with the test. */
function socketPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "stratus-unix-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "acme.sock");
}

/** A session for a server at a socket. A proxy that nothing may use is set. */
function openAt(
  endpoint: string,
  { apiDomain, ...options }: SessionOptions = { apiDomain: "api.example.com" },
) {
  const warnings: unknown[] = [];
  const session = new NodeSession(wiring, {
    ...(apiDomain === undefined ? {} : { apiDomain }),
    endpoint,
    insecure: true,
    credentials: staticToken("token-1"),
    retry: false,
    proxy: "http://127.0.0.2:9",
    logger: { warn: (fields) => void warnings.push(fields) },
    ...options,
  });
  onTestFinished(() => session.close({ graceMs: 1 }));
  return { session, warnings };
}

describe("a server at a Unix socket", () => {
  it.each<[string, (path: string) => string]>([
    ["unix:", (path) => `unix:${path}`],
    ["unix://", (path) => `unix://${path}`],
    ["a relative path", (path) => `unix:${relative(process.cwd(), path)}`],
  ])("is called by %s without TLS, a proxy or a warning", async (_, spell) => {
    const path = socketPath();
    await using server = await new FaultServer([answer(bytes)]).listen(path);
    const { session, warnings } = openAt(spell(path));
    expect(await connectThings(session).unary(methods.get, {})).toEqual(thing);
    expect(server.seen.map((headers) => headers[":authority"])).toEqual([authority]);
    expect(warnings).toEqual([]);
  });

  it.runIf(process.platform === "linux")("is called by the name of an abstract socket", async () => {
    const name = `stratus-${process.pid}`;
    await using server = await new FaultServer([answer(bytes)]).listen(`\0${name}`);
    const { session } = openAt(`unix-abstract:${name}`);
    expect(await connectThings(session).unary(methods.get, {})).toEqual(thing);
    expect(server.connections).toBe(1);
  });

  it.each<[string, SessionOptions, string]>([
    ["the service's name in the domain", { apiDomain: "acme.example" }, "things.store.acme.example:443"],
    ["localhost without a domain", {}, "localhost"],
  ])("is called with the authority of %s", async (_, options, expected) => {
    const path = socketPath();
    await using server = await new FaultServer([answer(bytes)]).listen(path);
    const things = connectThings(openAt(`unix:${path}`, options).session);
    await things.unary(methods.get, {});
    expect(server.seen.map((headers) => headers[":authority"])).toEqual([expected]);
  });

  it("is called with the authority of the service's own host", async () => {
    const path = socketPath();
    await using server = await new FaultServer([answer(bytes)]).listen(path);
    const { session } = openAt(`unix:${path}`, {});
    for (const host of ["db.example.com.:1", "[::1]:50051", "localhost"])
      await connectThings(session, { endpoint: { host } }).unary(methods.get, {});
    expect(server.seen.map((headers) => headers[":authority"])).toEqual([
      "db.example.com:1",
      "[::1]:50051",
      "localhost:443",
    ]);
  });

  it("of one service is set by `endpoints`", async () => {
    const path = socketPath();
    await using server = await new FaultServer([answer(bytes)]).listen(path);
    const things = callTo("127.0.0.1:9", { endpoints: { "things.store": `unix:${path}` } });
    expect(await things.unary(methods.get, {})).toEqual(thing);
    expect(server.connections).toBe(1);
  });

  it("is set by the environment", async () => {
    const path = socketPath();
    await using server = await new FaultServer([answer(bytes)]).listen(path);
    vi.stubEnv("ACME_ENDPOINT", `unix:${path}`);
    vi.stubEnv("ACME_INSECURE", "true");
    vi.stubEnv("ACME_TOKEN", "token-1");
    await using session = new NodeSession(wiring, optionsFromEnv(wiring));
    expect(await connectThings(session).unary(methods.get, {})).toEqual(thing);
    expect(server.connections).toBe(1);
  });

  it("is called with TLS without `insecure`, and its certificate is that of the service", async () => {
    const path = socketPath();
    const server = createSecureServer({ cert: testCertificate, key: testCertificateKey });
    server.on("stream", answer(bytes));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    onTestFinished(() => void server.close());
    const secure: SessionOptions = { insecure: false, tls: { ca: testCertificate } };
    const domains = { good: "api.example.com", other: "other.example.com", none: undefined };
    const call = (apiDomain: string | undefined): Promise<unknown> =>
      connectThings(openAt(`unix:${path}`, { ...secure, apiDomain }).session).unary(methods.get, {});
    expect(await call(domains.good)).toEqual(thing);
    expect(await call(domains.none)).toEqual(thing);
    await expect(call(domains.other)).rejects.toMatchObject({
      text: expect.stringContaining("the certificate is for another host"),
    });
  });

  it("that does not exist is named, with a fix", async () => {
    const path = socketPath();
    await expect(callTo(`unix:${path}`, { retry: false }).unary(methods.get, {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringMatching(
        /ENOENT .*acme\.sock; there is no socket at that path: is the server started/,
      ),
    });
  });
});
