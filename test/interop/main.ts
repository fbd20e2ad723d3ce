/**
 * `npm run long -- interop`: the client and the server of the runtime against implementations of gRPC and of HTTP/2 that
 * others wrote: grpc-go, grpc-core by its Python binding, Go's net/http, connect-node, and Python's h2. Tools are Debian's. What
 * has to be built is built once and kept in `$STRATUS_INTEROP_CACHE`, or in `stratus/interop` of the user's cache
 * folder.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { testCertificate, testCertificateKey } from "../../runtime/src/fixture/tls.fixture.js";
import { printFigure } from "../figures.js";
import { interopCases } from "./cases/interop-cases.js";
import { type ConnectionFacts, negativeCases, runNegative } from "./cases/negative-cases.js";
import { proxyCases } from "./cases/proxy-cases.js";
import type { Target } from "./cases/target.js";
import { startConnectServer } from "./connect-server.js";
import { goClientColumn, pythonClientColumn } from "./foreign/clients.js";
import { goPrograms } from "./foreign/go.js";
import { startCaddy, startHaproxy, startNginx } from "./foreign/proxies.js";
import { pythonWithGrpc } from "./foreign/python.js";
import { ServerProcess } from "./foreign/server-process.js";
import { startOurServer } from "./our-server.js";
import { failuresOf, outcomeOf, printTable, type Column, type Outcome } from "./report.js";

const { values } = parseArgs({ options: { case: { type: "string" } } });

// Compiled, this file stands in dist/test/interop of its folder.
const here = fileURLToPath(new URL("../../../", import.meta.url));
const cache = resolve(
  env["STRATUS_INTEROP_CACHE"] ??
    join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "stratus", "interop"),
);
mkdirSync(cache, { recursive: true });
const certificate = join(cache, "certificate.pem");
const key = join(cache, "key.pem");
writeFileSync(certificate, testCertificate);
writeFileSync(key, testCertificateKey, { mode: 0o600 });

const go = goPrograms(cache, join(here, "go", "server"));
const python = pythonWithGrpc(cache, join(here, "protos", "grpc", "testing"));

const columns = [await clientTable(), await negativeTable(), await proxyTable(), await serverTable()];
process.exitCode = columns.some((table) => failuresOf(table) > 0) ? 1 : 0;

/** Our client against servers of others. */
async function clientTable(): Promise<Map<string, Column>> {
  await using goServer = await ServerProcess.start(go.server, ["-cert", certificate, "-key", key]);
  const program = join(here, "python", "server.py");
  await using core = await ServerProcess.start(python.command, [program, certificate, key], python.env);
  await using connect = await startConnectServer();
  const goName = `grpc-go ${String(goServer.greeting["version"])}`;
  const coreName = `grpc-core ${String(core.greeting["version"])}`;
  // grpc-go answers as it was asked; grpc-core tells its services nothing of compression, but lets them choose.
  const ofGo = { seesCompression: true, compresses: "alike" } as const;
  const ofCore = { seesCompression: false, compresses: "each" } as const;
  const ofConnect = { seesCompression: false, compresses: "nothing" } as const;
  const targets: readonly [string, Target][] = [
    [goName, { address: goServer.address("go"), isSecure: false, ...ofGo }],
    [`${goName}, TLS`, { address: goServer.address("go-tls"), isSecure: true, ...ofGo }],
    ["Go net/http, TLS", { address: goServer.address("go-http-tls"), isSecure: true, ...ofGo }],
    [coreName, { address: core.address("core"), isSecure: false, ...ofCore }],
    [`${coreName}, TLS`, { address: core.address("core-tls"), isSecure: true, ...ofCore }],
    ["connect-node", { address: connect.address, isSecure: false, ...ofConnect }],
  ];
  const table = new Map<string, Column>();
  for (const [title, target] of targets) table.set(title, await clientColumn(title, target));
  printFigure("client", printTable("client", table));
  return table;
}

async function clientColumn(title: string, target: Target): Promise<Column> {
  const outcomes = new Map<string, Outcome>();
  for (const one of interopCases.filter(({ name }) => name === (values.case ?? name))) {
    const reason = one.skip?.(target);
    const outcome: Outcome =
      reason === undefined ? await outcomeOf(() => one.run(target)) : { kind: "skipped", reason };
    progress(title, one.name, outcome);
    outcomes.set(one.name, outcome);
  }
  return outcomes;
}

/** Our client against HTTP/2 that is allowed and rare. */
async function negativeTable(): Promise<Map<string, Column>> {
  const program = join(here, "python", "negative.py");
  await using server = await ServerProcess.start(python.command, [program], python.env);
  const title = `h2 ${String(server.greeting["version"])}`;
  const rare = {
    target: (name: string): Target => ({
      address: server.address(name),
      isSecure: false,
      seesCompression: false,
      compresses: "nothing",
    }),
    seen: async (name: string, calls: number) =>
      (await server.take(
        name,
        (lines) => callsOf(lines as unknown as ConnectionFacts[]) >= calls,
      )) as unknown as ConnectionFacts[],
  };
  const outcomes = new Map<string, Outcome>();
  for (const one of negativeCases.filter(({ name }) => name === (values.case ?? name))) {
    const outcome = await outcomeOf(() => runNegative(one, rare));
    progress(title, one.name, outcome);
    outcomes.set(one.name, outcome);
  }
  const table = new Map([[title, outcomes]]);
  printFigure("negative", printTable("client", table));
  return table;
}

function callsOf(connections: readonly ConnectionFacts[]): number {
  return connections.reduce((sum, { calls }) => sum + calls, 0);
}

/** Our client through proxies, to our server. */
async function proxyTable(): Promise<Map<string, Column>> {
  await using server = await startOurServer(false);
  const table = new Map<string, Column>();
  for (const start of [startNginx, startHaproxy, startCaddy]) {
    await using proxy = await start(cache, server.port);
    const outcomes = new Map<string, Outcome>();
    for (const one of proxyCases.filter(({ name }) => name === (values.case ?? name))) {
      const reason = one.skip?.(proxy);
      const outcome: Outcome =
        reason === undefined ? await outcomeOf(() => one.run(proxy)) : { kind: "skipped", reason };
      progress(proxy.title, one.name, outcome);
      outcomes.set(one.name, outcome);
    }
    table.set(proxy.title, outcomes);
  }
  printFigure("proxy", printTable("proxy", table));
  return table;
}

/** Clients of others against our server. */
async function serverTable(): Promise<Map<string, Column>> {
  const program = join(here, "python", "client.py");
  const table = new Map<string, Column>();
  for (const isSecure of [false, true]) {
    await using server = await startOurServer(isSecure);
    const trusted = isSecure ? certificate : undefined;
    const end = isSecure ? ", TLS" : "";
    table.set(`grpc-go${end}`, await goClientColumn(go.client, server.port, trusted));
    table.set(`grpc-core${end}`, await pythonClientColumn(python, program, server.port, trusted));
  }
  printFigure("server", printTable("server", table));
  return table;
}

function progress(title: string, name: string, outcome: Outcome): void {
  const time = outcome.kind === "passed" ? `${Math.round(outcome.ms)} ms` : "";
  console.error(`${title}: ${name} ${outcome.kind} ${time}`);
}
