import { Server, ServerCredentials } from "@grpc/grpc-js";
import { AdjustableClock } from "./adjustable-clock.js";
import { systemClock } from "./clock.js";
import { systemRandom } from "./system-random.js";
import { Cloud } from "./cloud.js";
import { type Api, readApi } from "./descriptors/api.js";
import { readChosenKind } from "./descriptors/header-names.js";
import { loadDescriptors } from "./descriptors/load.js";
import { readSdk } from "./descriptors/sdk.js";
import { Emulator } from "./emulator.js";
import type { EmulatorParts, EmulatorPorts } from "./emulator-parts.js";
import { Faults } from "./faults/faults.js";
import { HandlerTable } from "./handlers/handler-table.js";
import { createHttpServer } from "./http/exchange-server.js";
import { registerAccount } from "./login/register-account.js";
import { createRequestValidator } from "./rules/request-validator.js";
import { checkOptionNames } from "./options/option-names.js";
import type { EmulatorOptions } from "./options/options.js";
import { readSettings, type Settings } from "./options/settings.js";
import { callLogger } from "./calls/format-call.js";
import { controlListener } from "./control/control-listener.js";
import { CallLog } from "./calls/call-log.js";
import { AttemptRecorder } from "./server/attempt-recorder.js";
import type { Addressing } from "./server/authority.js";
import { register } from "./server/grpc-adapter.js";
import { IdempotencyKeys } from "./server/idempotency.js";
import { Port, serveGrpc, serveHttp } from "./server/listen.js";
import { Pipeline, type PipelineParts } from "./server/pipeline.js";
import { registerStandardServices } from "./standard/register-standard.js";
import { httpListener } from "./web/http-listener.js";
import { openState } from "./state/open-state.js";
import { generateCertificate, type ServerCertificate } from "./tls/certificate.js";

/**
 * Starts a local cloud for an API: a gRPC server that implements the services of the descriptors, as far as the convention defines
 * them. The ports are opened before the state file is used, so that a second emulator started by mistake does no harm.
 *
 * @throws EmulatorError if an option or a service account is invalid, the descriptors or the state file cannot be read, or a port
 *   or the state file is in use
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  checkOptionNames(options);
  const cwd = options.cwd ?? process.cwd();
  const sdk = options.sdk === undefined ? undefined : await readSdk(options.sdk, cwd);
  const settings = readSettings(options, sdk);
  const api = readApi(await loadDescriptors({ ...options, sdk }, cwd), readChosenKind(sdk));
  const ports = await listen(settings);
  try {
    return await openCloud({ api, sdk, settings, options, ports });
  } catch (error) {
    await Promise.all([ports.grpc.close(), ports.http.close()]);
    throw error;
  }
}

/** Opens both ports, or neither. */
async function listen({ host, port, httpPort }: Settings): Promise<EmulatorPorts> {
  const grpc = await Port.listen(host, port, "port");
  try {
    return { grpc, http: await Port.listen(host, httpPort, "httpPort") };
  } catch (error) {
    await grpc.close();
    throw error;
  }
}

/** The inputs from which the cloud is created. */
interface EmulatorInputs extends Pick<EmulatorParts, "sdk" | "settings" | "ports"> {
  readonly api: Api;
  readonly options: EmulatorOptions;
}

/** Creates an empty cloud with the scenarios and rules of the settings. */
async function createCloud(
  { api, settings, options }: EmulatorInputs,
  clock: AdjustableClock,
): Promise<Cloud> {
  const random = options.random ?? systemRandom();
  const validator = await createRequestValidator(api, options.validate);
  const cloud = new Cloud(api, { ...settings, clock, random, validator });
  cloud.scenarios.activate(settings.scenarios);
  cloud.policy.set(settings.rules);
  return cloud;
}

/** Creates the cloud, loads its state, and starts the servers on the ports. */
async function openCloud(inputs: EmulatorInputs): Promise<Emulator> {
  const { api, sdk, settings, options, ports } = inputs;
  const clock = new AdjustableClock(options.clock ?? systemClock);
  const cloud = await createCloud(inputs, clock);
  const keys = new IdempotencyKeys(settings.idempotencyLifetimeMs, settings.headers.idempotencyKey);

  const grpc = createGrpcServer(settings);
  const standardPaths = registerStandardServices(grpc, api.registry);
  const callLog = new CallLog({ maxCalls: settings.maxCalls, maxBytes: settings.maxCallBytes });
  if (options.log !== undefined) callLog.listen(callLogger(options.log));
  const attemptRecorder = new AttemptRecorder(
    callLog,
    () => clock.now(),
    (path) => standardPaths.has(path),
  );
  const certificate = readCertificate(api, settings, options.tls);
  const handlers = new HandlerTable();
  const faults = new Faults(settings.faultRate, cloud.settings.random);
  const answersDefaults = options.defaults ?? api.kind === "grpc";
  const addressing = createAddressing(api, settings, certificate);

  const state = await openState(options.stateFile, cloud, keys);
  try {
    for (const account of settings.serviceAccounts) registerAccount(cloud, account);
    for (const account of settings.federatedAccounts) cloud.federated.add(account);
    await state.persist();
    const shared = { cloud, addressing, handlers, answersDefaults, faults, keys, attemptRecorder, state };
    registerMethods(grpc, shared);
    // A web page calls all services at one address.
    const pipeline = new Pipeline({ ...shared, addressing: { ...addressing, acceptsAny: true } });
    const control = controlListener();
    const { persist } = state;
    const listenerInputs = { cloud, callLog, settings, pipeline, persist, control: control.answer };
    const listener = await httpListener(listenerInputs);
    const http = createHttpServer(listener, certificate);
    serveGrpc(ports.grpc, grpc, createCredentials(certificate), (server) => attemptRecorder.watch(server));
    serveHttp(ports.http, http);
    const parts = { ...shared, settings, clock, certificate, callLog, grpc, http };
    const emulator = new Emulator({ ...parts, sdk, ports });
    control.open({ ...parts, emulator });
    return emulator;
  } catch (error) {
    await state.close();
    throw error;
  }
}

function createAddressing(
  { kind }: Api,
  { apiDomain, anyAuthority }: Settings,
  certificate: ServerCertificate | undefined,
): Addressing {
  // Plain gRPC has no names by which calls are routed.
  return { apiDomain, isTls: certificate !== undefined, acceptsAny: anyAuthority || kind === "grpc" };
}

function createGrpcServer({ maxRequestBytes }: Settings): Server {
  return new Server({
    // Nobody can read these statistics, and every call would update them.
    "grpc.enable_channelz": 0,
    "grpc.max_receive_message_length": maxRequestBytes,
    "grpc.max_send_message_length": -1,
  });
}

/** Registers every method of the API with a pipeline. */
function registerMethods(grpc: Server, parts: PipelineParts): void {
  const pipeline = new Pipeline(parts);
  for (const method of parts.cloud.api.methods.values()) {
    register(
      grpc,
      `/${method.name}`,
      method.desc.methodKind,
      (call) => pipeline.respond(method, call),
      () => pipeline.headersOf(method),
    );
  }
}

function readCertificate(
  api: Api,
  settings: Settings,
  tls: EmulatorOptions["tls"],
): ServerCertificate | undefined {
  if (tls !== "generate") return tls;
  const hosts = api.endpoints.map((endpoint) => `${endpoint}.${settings.apiDomain}`);
  // Clients check the validity with the system clock, not with the emulated one.
  return generateCertificate([...hosts, "localhost", "127.0.0.1"], new Date());
}

function createCredentials(certificate: ServerCertificate | undefined): ServerCredentials {
  if (certificate === undefined) return ServerCredentials.createInsecure();
  const { certificatePem, keyPem } = certificate;
  return ServerCredentials.createSsl(null, [
    { cert_chain: Buffer.from(certificatePem), private_key: Buffer.from(keyPem) },
  ]);
}
