import { randomBytes } from "node:crypto";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { systemClock } from "./clock.js";
import { Cloud } from "./cloud.js";
import { type Api, readApi } from "./descriptors/api.js";
import { loadDescriptors } from "./descriptors/load.js";
import { Emulator, type EmulatorParts, type EmulatorPorts } from "./emulator.js";
import { Faults } from "./faults/faults.js";
import { HandlerTable } from "./handlers/handler-table.js";
import { createExchangeServer } from "./http/exchange-server.js";
import { registerAccount } from "./login/register-account.js";
import { type EmulatorOptions, readSettings, type Settings } from "./options.js";
import { Report } from "./report/report.js";
import { Arrivals } from "./server/arrivals.js";
import type { Addressing } from "./server/authority.js";
import { register } from "./server/grpc-adapter.js";
import { IdempotencyKeys } from "./server/idempotency.js";
import { closeGrpc, listenGrpc, listenHttp } from "./server/listen.js";
import { Pipeline, type PipelineParts } from "./server/pipeline.js";
import { registerStandardServices } from "./standard/register-standard.js";
import { openState } from "./state/open-state.js";
import { makeCertificate, type ServerCertificate } from "./tls/certificate.js";

/**
 * Starts a local cloud for an API: a gRPC server that gives every service of
 * the descriptors a working backend, as far as the convention says. It reads
 * from top to bottom: options, the API, its cloud, the state of its file, the
 * way of a call, servers.
 *
 * @throws an Error when an option is not valid, the descriptors or the state
 *   file cannot be read, a service account is not valid, or a port is taken
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const settings = readSettings(options);
  const api = readApi(await loadDescriptors(options, options.cwd ?? process.cwd()));

  const random = options.random ?? ((size: number) => new Uint8Array(randomBytes(size)));
  const cloud = new Cloud(api, { ...settings, clock: options.clock ?? systemClock, random });
  const keys = new IdempotencyKeys(settings.idempotencyLifetimeMs);
  const state = await openState(options.stateFile, cloud, keys);
  for (const account of settings.serviceAccounts) registerAccount(cloud, account);

  const grpc = createGrpcServer(settings);
  const standardPaths = registerStandardServices(grpc, api.registry);
  const report = new Report(settings.reportLimit);
  const arrivals = new Arrivals(
    report,
    () => cloud.settings.clock.now(),
    (path) => standardPaths.has(path),
  );

  const certificate = certificateOf(api, settings, options.tls);
  const handlers = new HandlerTable(api);
  const faults = new Faults(settings.faultRate, random);
  const { persist } = state;
  const addressing = addressingOf(settings, certificate);
  answerMethods(grpc, { cloud, addressing, handlers, faults, keys, arrivals, persist });
  const http = createExchangeServer({ cloud, report, certificate, persist });

  const parts = { settings, certificate, cloud, handlers, faults, report, arrivals, grpc, http, state };
  return new Emulator(parts, await listen(parts));
}

function createGrpcServer({ maxRequestBytes }: Settings): Server {
  return new Server({
    "grpc.max_receive_message_length": maxRequestBytes,
    "grpc.max_send_message_length": -1,
  });
}

/** Answers every method of the API by the pipeline. */
function answerMethods(grpc: Server, parts: PipelineParts): void {
  const pipeline = new Pipeline(parts);
  for (const method of parts.cloud.api.methods.values()) {
    register(grpc, `/${method.name}`, method.desc.methodKind, (call) => pipeline.respond(method, call));
  }
}

function addressingOf(settings: Settings, certificate: ServerCertificate | undefined): Addressing {
  return {
    apiDomain: settings.apiDomain,
    isTls: certificate !== undefined,
    acceptsAny: settings.anyAuthority,
  };
}

function certificateOf(
  api: Api,
  settings: Settings,
  tls: EmulatorOptions["tls"],
): ServerCertificate | undefined {
  if (tls !== "generate") return tls;
  const hosts = api.endpoints.map((endpoint) => `${endpoint}.${settings.apiDomain}`);
  // Its time is that of the clients' machines, not the emulated one.
  return makeCertificate([...hosts, "localhost", "127.0.0.1"], new Date());
}

/** Both servers listen, or neither does. */
async function listen({
  settings,
  certificate,
  arrivals,
  grpc,
  http,
}: EmulatorParts): Promise<EmulatorPorts> {
  const { host, port, httpPort } = settings;
  const credentials = credentialsOf(certificate);
  const grpcPort = await listenGrpc(grpc, host, port, credentials, (server) => arrivals.watch(server));
  try {
    return { grpc: grpcPort, http: await listenHttp(http, host, httpPort) };
  } catch (error) {
    await closeGrpc(grpc);
    throw error;
  }
}

function credentialsOf(certificate: ServerCertificate | undefined): ServerCredentials {
  if (certificate === undefined) return ServerCredentials.createInsecure();
  const { certificatePem, keyPem } = certificate;
  return ServerCredentials.createSsl(null, [
    { cert_chain: Buffer.from(certificatePem), private_key: Buffer.from(keyPem) },
  ]);
}
