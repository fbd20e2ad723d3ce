import { randomBytes } from "node:crypto";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import type { Server as HttpServer } from "node:http";
import { Cloud } from "./cloud.js";
import { registerAccount } from "./auth/register-account.js";
import type { ServiceAccountKey } from "./auth/service-accounts.js";
import { systemClock } from "./clock.js";
import { type Api, readApi } from "./descriptors/api.js";
import { loadDescriptors } from "./descriptors/load.js";
import type { FaultStep } from "./faults/fault-step.js";
import { Faults } from "./faults/faults.js";
import type { DynamicMessage, Handler } from "./handlers/handler.js";
import { findMethodName, HandlerTable } from "./handlers/handler-table.js";
import { createExchangeServer } from "./http/exchange-server.js";
import { type EmulatorOptions, readSettings, type Settings } from "./options.js";
import type { Attempt } from "./report/attempt.js";
import { Report } from "./report/report.js";
import { register } from "./server/grpc-adapter.js";
import { IdempotencyKeys } from "./server/idempotency.js";
import { closeGrpc, closeHttp, listenGrpc, listenHttp } from "./server/listen.js";
import { Pipeline } from "./server/pipeline.js";
import { registerStandardServices } from "./standard/register-standard.js";

/** A running emulator. Close it, or bind it with `await using`. */
export class Emulator implements AsyncDisposable {
  /** Host and port of the gRPC server: `127.0.0.1:41234`. */
  readonly address: string;
  /** Base URL of the token exchange by HTTP: `http://127.0.0.1:41235`. */
  readonly authUrl: string;
  /** Domain of the API. */
  readonly apiDomain: string;
  /** Whether the gRPC server speaks TLS. */
  readonly isTls: boolean;
  /** What the emulator knows of the API. */
  readonly api: Api;
  readonly #parts: EmulatorParts;

  constructor(parts: EmulatorParts, ports: { readonly grpc: number; readonly http: number }) {
    const host = parts.settings.host.includes(":") ? `[${parts.settings.host}]` : parts.settings.host;
    this.#parts = parts;
    this.address = `${host}:${ports.grpc}`;
    this.authUrl = `http://${host}:${ports.http}`;
    this.apiDomain = parts.settings.apiDomain;
    this.isTls = parts.isTls;
    this.api = parts.cloud.api;
  }

  /**
   * Registers a service account, or one more key of it. Where the API shows
   * service accounts in a profile, the account becomes a resource, too.
   *
   * @throws an Error when a part is missing, or the key is not an RSA public key
   */
  addServiceAccount(account: ServiceAccountKey): void {
    registerAccount(this.#parts.cloud, account);
  }

  /**
   * A valid access token.
   *
   * @param options.subject the account it speaks for; by default the first
   *   service account, or `test-user` where there is none
   * @param options.lifetimeMs the emulator's token lifetime by default
   */
  issueToken(options: { readonly subject?: string; readonly lifetimeMs?: number } = {}): string {
    const { cloud, settings } = this.#parts;
    const subject = options.subject ?? cloud.accounts.ids()[0] ?? "test-user";
    return cloud.tokens.issue(subject, cloud.now() + (options.lifetimeMs ?? settings.tokenLifetimeMs));
  }

  /** Makes all access tokens worthless, so that the next calls are UNAUTHENTICATED. */
  revokeTokens(): void {
    this.#parts.cloud.tokens.revokeAll();
  }

  /** Every attempt seen, in order of arrival. Tokens and secrets are not in it. */
  report(): Attempt[] {
    return this.#parts.report.attempts();
  }

  /** Forgets the attempts seen so far. */
  clearReport(): void {
    this.#parts.report.clear();
  }

  /**
   * Lets a function answer a method, in place of the emulator.
   *
   * @param method `package.Service/Method`, or `Service/Method` where that is clear
   * @throws an Error when the API has no such method
   */
  handle<Request = DynamicMessage>(method: string, handler: Handler<Request>): void {
    this.#parts.handlers.add(method, handler as Handler<never> as Handler);
  }

  /**
   * Says what shall happen to the next attempts to call a method, one step for
   * each; after the last step calls go through again.
   *
   * @throws an Error when the API has no such method
   */
  script(method: string, steps: readonly FaultStep[]): void {
    this.#parts.faults.script(findMethodName(this.api, method), steps);
  }

  /** Stops listening, lets open calls end for half a second, then ends them. */
  async close(): Promise<void> {
    await Promise.all([closeGrpc(this.#parts.grpc), closeHttp(this.#parts.http)]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** What an emulator is made of. */
export interface EmulatorParts {
  readonly settings: Settings;
  readonly isTls: boolean;
  readonly cloud: Cloud;
  readonly handlers: HandlerTable;
  readonly faults: Faults;
  readonly report: Report;
  readonly grpc: Server;
  readonly http: HttpServer;
}

/**
 * Starts a local cloud for an API: a gRPC server that gives every service of
 * the descriptors a working backend, as far as the convention tells.
 *
 * @throws an Error when an option is not valid, the descriptors cannot be
 *   loaded, or the port is taken
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const settings = readSettings(options);
  const api = readApi(await loadDescriptors(options, options.cwd ?? process.cwd()));
  const parts = assemble(api, settings, options);
  const credentials =
    options.tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [
          {
            cert_chain: Buffer.from(options.tls.certificatePem),
            private_key: Buffer.from(options.tls.keyPem),
          },
        ]);
  const grpc = await listenGrpc(parts.grpc, settings.host, settings.port, credentials);
  try {
    const http = await listenHttp(parts.http, settings.host, settings.httpPort);
    return new Emulator(parts, { grpc, http });
  } catch (error) {
    await closeGrpc(parts.grpc);
    throw error;
  }
}

function assemble(api: Api, settings: Settings, options: EmulatorOptions): EmulatorParts {
  const random = options.random ?? ((size: number) => new Uint8Array(randomBytes(size)));
  const cloud = new Cloud(api, { ...settings, clock: options.clock ?? systemClock, random });
  const handlers = new HandlerTable(api);
  const faults = new Faults(settings.faultRate, random);
  const report = new Report(settings.reportLimit);
  const addressing = {
    apiDomain: settings.apiDomain,
    isTls: options.tls !== undefined,
    acceptsAny: settings.anyAuthority,
  };
  const keys = new IdempotencyKeys(settings.idempotencyLifetimeMs);
  const pipeline = new Pipeline({ cloud, addressing, handlers, faults, keys, report });
  const grpc = new Server({
    "grpc.max_receive_message_length": settings.maxRequestBytes,
    "grpc.max_send_message_length": -1,
  });
  for (const method of api.methods.values()) {
    register(grpc, `/${method.name}`, method.desc.methodKind, (call) => pipeline.respond(method, call));
  }
  registerStandardServices(grpc, api.registry);
  for (const account of settings.serviceAccounts) registerAccount(cloud, account);
  return {
    settings,
    isTls: addressing.isTls,
    cloud,
    handlers,
    faults,
    report,
    grpc,
    http: createExchangeServer(cloud),
  };
}
