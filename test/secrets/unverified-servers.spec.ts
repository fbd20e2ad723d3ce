import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testCertificate, testCertificateKey } from "../../runtime/src/fixture/tls.fixture.js";
import { root } from "../repository.fixture.js";

const secret = "s3cret-of-the-user";
const timeoutMs = 60_000;

/** What the server has received, after the handshake. */
let received = "";
const server = createServer(
  { cert: testCertificate, key: testCertificateKey, ALPNProtocols: ["h2", "http/1.1"] },
  (socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    });
  },
);
server.on("tlsClientError", () => undefined);

let folder = "";
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), "doors-"));
  const workload = {
    type: "external_account",
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${origin}/token`,
    credential_source: { file: join(folder, "subject") },
  };
  await writeFile(join(folder, "credentials.json"), JSON.stringify(workload));
  await writeFile(join(folder, "subject"), secret);
  const runtime = `${root}/generator/src/rest/runtime`;
  await build({
    stdin: {
      contents: `export * from "./session.js"; export * from "./oauth.js";`,
      resolveDir: runtime,
    },
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    outfile: join(folder, "rest.mjs"),
  });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => void (received = ""));

/** Runs a program to its end, and returns what it printed. */
async function run(args: readonly string[], input?: readonly object[]): Promise<string> {
  const variables = Object.fromEntries(
    ["CLOUD", "CATALOGUE_CLIENT"].flatMap((name) => [
      [`${name}_TOKEN`, secret],
      [`${name}_ENDPOINT`, name === "CLOUD" ? new URL(origin).host : origin],
    ]),
  );
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      NODE_NO_WARNINGS: "1",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      SECRET: secret,
      REST_RUNTIME: join(folder, "rest.mjs"),
      GOOGLE_APPLICATION_CREDENTIALS: join(folder, "credentials.json"),
      CLOUD_API_DOMAIN: "api.example.com",
      ...variables,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      printed += String(text);
      // The answer to the last request of an MCP client.
      if (/"id":2\b/.test(printed)) child.stdin.end();
    });
  }
  if (!input) child.stdin.end();
  for (const message of input ?? []) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  await new Promise((resolve) => child.once("close", resolve));
  return printed;
}

const door = (name: string) => run(["test/secrets/doors.fixture.js", name, origin]);

const mcp = (sdk: string, method: string, request: object) =>
  run(
    ["mcp/bin/stratus-mcp.js", sdk],
    [
      {
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "read", arguments: { method, request } } },
    ],
  );

const openapi = (spec: string, ...more: readonly string[]) =>
  run(["generator/bin/stratus.js", "openapi", spec, "--out", join(folder, "out"), ...more]);

describe("a server that nobody trusts, while the environment disables the verification of certificates,", () => {
  it("gets the credential of a program that does not look", { timeout: timeoutMs }, async () => {
    await door("fetch");
    expect(received).toContain(secret);
  });

  it.each<[what: string, go: () => Promise<string>]>([
    ...["gRPC", "gRPC-web", "Connect", "token exchange", "token exchange over fetch"].map(
      (name): [string, () => Promise<string>] => [name, () => door(name)],
    ),
    ["application default credentials", () => door("application default")],
    ["a REST client", () => door("REST")],
    ["OAuth", () => door("OAuth")],
    ["stratus openapi", () => openapi(`${origin}/api.yaml`, "--header", "Authorization=@SECRET")],
    ["stratus openapi, by a query", () => openapi(`${origin}/api.yaml?token=${secret}`)],
    ["the CLI", () => run(["cli/bin/stratus-cli.js", "@svc/cloud", "compute", "instance", "get", "1"])],
    ["the CLI, by REST", () => run(["cli/bin/stratus-cli.js", "@svc/catalogue", "subjects", "list"])],
    ["MCP", () => mcp("@svc/cloud", "compute/instance/get", { id: "1" })],
    ["MCP, by REST", () => mcp("@svc/catalogue", "subjects/list", {})],
  ])("gets no byte by %s", { timeout: timeoutMs }, async (_, go) => {
    const printed = await go();
    expect(received).toBe("");
    expect(printed).toMatch(
      /NODE_TLS_REJECT_UNAUTHORIZED=0|self-signed certificate|DEPTH_ZERO_SELF_SIGNED_CERT/,
    );
    expect(printed).not.toContain(secret);
  });

  it.each<[what: string, go: () => Promise<string>]>([
    ["the CLI", () => run(["cli/bin/stratus-cli.js", "@svc/catalogue", "subjects", "list"])],
    [
      "the CLI in JSON",
      () => run(["cli/bin/stratus-cli.js", "@svc/catalogue", "subjects", "list", "-o", "json"]),
    ],
    ["MCP", () => mcp("@svc/catalogue", "subjects/list", {})],
  ])("is refused by %s in the words of its user", { timeout: timeoutMs }, async (_, go) => {
    const printed = await go();
    expect(printed).toContain("NODE_EXTRA_CA_CERTS");
    expect(printed).not.toContain("allowUnverifiedTls");
  });
});
