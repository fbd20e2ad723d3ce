import { randomBytes } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import { Server } from "@grpc/grpc-js";
import { registerAccount } from "./login/register-account.js";
import { systemClock } from "./clock.js";
import { Cloud } from "./cloud.js";
import type { Api } from "./descriptors/api.js";
import { Faults } from "./faults/faults.js";
import { HandlerTable } from "./handlers/handler-table.js";
import { createExchangeServer } from "./http/exchange-server.js";
import type { EmulatorOptions, Settings } from "./options.js";
import { Report } from "./report/report.js";
import { Arrivals } from "./server/arrivals.js";
import { register } from "./server/grpc-adapter.js";
import { IdempotencyKeys } from "./server/idempotency.js";
import { Pipeline } from "./server/pipeline.js";
import { registerStandardServices } from "./standard/register-standard.js";
import { openState, type StateKeeper } from "./state/open-state.js";
import { makeCertificate, type ServerCertificate } from "./tls/certificate.js";

/** What an emulator is made of. */
export interface EmulatorParts {
  readonly settings: Settings;
  /** Undefined in plain text. */
  readonly certificate: ServerCertificate | undefined;
  readonly cloud: Cloud;
  readonly handlers: HandlerTable;
  readonly faults: Faults;
  readonly report: Report;
  readonly arrivals: Arrivals;
  readonly grpc: Server;
  readonly http: HttpServer;
  readonly state: StateKeeper;
}

/**
 * Puts the parts of an emulator together, with the state of its file; nothing
 * listens yet.
 *
 * @throws an Error when the state file cannot be read, or a service account is
 *   not valid
 */
export async function assemble(
  api: Api,
  settings: Settings,
  options: EmulatorOptions,
): Promise<EmulatorParts> {
  const random = options.random ?? ((size: number) => new Uint8Array(randomBytes(size)));
  const cloud = new Cloud(api, { ...settings, clock: options.clock ?? systemClock, random });
  const handlers = new HandlerTable(api);
  const faults = new Faults(settings.faultRate, random);
  const report = new Report(settings.reportLimit);
  const keys = new IdempotencyKeys(settings.idempotencyLifetimeMs);
  const state = await openState(options.stateFile, cloud, keys);
  const { persist } = state;
  for (const account of settings.serviceAccounts) registerAccount(cloud, account);
  const certificate = certificateOf(api, settings, options.tls);
  const addressing = {
    apiDomain: settings.apiDomain,
    isTls: certificate !== undefined,
    acceptsAny: settings.anyAuthority,
  };
  const grpc = new Server({
    "grpc.max_receive_message_length": settings.maxRequestBytes,
    "grpc.max_send_message_length": -1,
  });
  const standardPaths = registerStandardServices(grpc, api.registry);
  const arrivals = new Arrivals(
    report,
    () => cloud.settings.clock.now(),
    (path) => standardPaths.has(path),
  );
  const pipeline = new Pipeline({ cloud, addressing, handlers, faults, keys, arrivals, persist });
  for (const method of api.methods.values()) {
    register(grpc, `/${method.name}`, method.desc.methodKind, (call) => pipeline.respond(method, call));
  }
  const http = createExchangeServer({ cloud, report, certificate, persist });
  return { settings, certificate, cloud, handlers, faults, report, arrivals, grpc, http, state };
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
