import type { Server as HttpServer } from "node:http";
import type { Server } from "@grpc/grpc-js";
import type { SdkDescriptors } from "./descriptors/sdk-descriptors.js";
import { registerAccount } from "./login/register-account.js";
import type { FederatedAccount } from "./auth/federated-accounts.js";
import type { ServiceAccountKey } from "./auth/service-accounts.js";
import type { Cloud } from "./cloud.js";
import type { Api } from "./descriptors/api.js";
import type { FaultStep } from "./faults/fault-step.js";
import type { Faults } from "./faults/faults.js";
import type { DynamicMessage, Handler } from "./handlers/handler.js";
import { checkSteps } from "./faults/parse-script.js";
import { findMethodName } from "./handlers/method-name.js";
import type { Settings } from "./options/settings.js";
import type { Attempt } from "./report/attempt.js";
import type { Report } from "./report/report.js";
import type { Arrivals } from "./server/arrivals.js";
import type { Validation } from "./rules/request-judge.js";
import type { ServerCertificate } from "./tls/certificate.js";
import { type NamesOf, requireKnownNames } from "./text/known-names.js";
import { closeGrpc, closeHttp, type Port } from "./server/listen.js";
import type { StateKeeper } from "./state/open-state.js";

/** The dependencies of an emulator. */
export interface EmulatorParts {
  readonly settings: Settings;
  /** Undefined in plain text. */
  readonly certificate: ServerCertificate | undefined;
  readonly cloud: Cloud;
  /** By `package.Service/Method`. */
  readonly handlers: Map<string, Handler>;
  readonly faults: Faults;
  readonly report: Report;
  readonly arrivals: Arrivals;
  readonly grpc: Server;
  readonly http: HttpServer;
  readonly ports: EmulatorPorts;
  readonly sdk: SdkDescriptors | undefined;
  readonly state: StateKeeper;
}

/** The ports on which its servers listen. */
export interface EmulatorPorts {
  readonly grpc: Port;
  readonly http: Port;
}

/** Options of an issued access token. */
export interface TokenOptions {
  /**
   * The account that the token authenticates. By default the first service account, or `test-user` if there is none.
   */
  readonly subject?: string;
  /** How long it is valid, in milliseconds; the emulator's `tokenLifetimeMs` by default. */
  readonly lifetimeMs?: number;
  /** The token itself, for one that is the same at each start; random by default. */
  readonly token?: string;
}

const tokenOptionNames: NamesOf<TokenOptions> = { subject: true, lifetimeMs: true, token: true };

/** A running emulator. Close it, or bind it with `await using`. */
export class Emulator implements AsyncDisposable {
  /** Host and port of the gRPC server: `127.0.0.1:41234`. */
  readonly address: string;
  /** Base URL of the token exchange by HTTP: `http://127.0.0.1:41235`, `https:` where the emulator speaks TLS. */
  readonly authUrl: string;
  /** Base URL of calls by Connect and gRPC-web, the `baseUrl` of a session in browsers; that of the token exchange. */
  readonly webUrl: string;
  /** Domain of the API. */
  readonly apiDomain: string;
  /** The certificate of both servers in PEM, for clients to trust; undefined in plain text. */
  readonly certificatePem: string | undefined;
  /** The API that the emulator serves. */
  readonly api: Api;
  /** The SDK that the API came from; undefined where it came from elsewhere. */
  readonly sdk: SdkDescriptors | undefined;
  /** The requests that are validated. `off` also if the API states no rules or the validator is not installed. */
  readonly validate: Validation;
  readonly #parts: EmulatorParts;

  constructor(parts: EmulatorParts) {
    const { ports } = parts;
    const host = parts.settings.host.includes(":") ? `[${parts.settings.host}]` : parts.settings.host;
    this.#parts = parts;
    this.address = `${host}:${ports.grpc.number}`;
    this.authUrl = `${parts.certificate === undefined ? "http" : "https"}://${host}:${ports.http.number}`;
    this.webUrl = this.authUrl;
    this.apiDomain = parts.settings.apiDomain;
    this.certificatePem = parts.certificate?.certificatePem;
    this.api = parts.cloud.api;
    this.sdk = parts.sdk;
    const { judge } = parts.cloud.settings;
    this.validate = judge === undefined ? "off" : judge.isMerged ? "merged" : "request";
  }

  /**
   * Registers a service account, or another key of it. If the API has profiles that contain service accounts, the
   * account becomes a resource, too.
   *
   * @throws an Error if a part is missing or misspelled, or the key is not an RSA public key
   */
  addServiceAccount(account: ServiceAccountKey): void {
    registerAccount(this.#parts.cloud, account);
  }

  /**
   * Registers a workload that another issuer vouches for, such as a cluster or a CI system: its tokens are
   * exchanged for access tokens of the account.
   *
   * @throws an Error when a part is missing or misspelled, or the key is not an RSA public key
   */
  addFederatedAccount(account: FederatedAccount): void {
    this.#parts.cloud.federated.add(account);
  }

  /**
   * A valid access token.
   *
   * @throws an Error when the token is not one that a header can carry, or an option is not known
   */
  issueToken(options: TokenOptions = {}): string {
    requireKnownNames(options, tokenOptionNames, "issueToken");
    const { cloud, settings } = this.#parts;
    const { subject = cloud.accounts.ids()[0] ?? "test-user", token } = options;
    const lifetimeMs = options.lifetimeMs ?? settings.tokenLifetimeMs;
    return cloud.tokens.issue(subject, cloud.now(), lifetimeMs, token);
  }

  /** Revokes all access tokens, so that the next calls are UNAUTHENTICATED. */
  revokeTokens(): void {
    this.#parts.cloud.tokens.revokeAll();
  }

  /**
   * Every attempt seen, in order of arrival, also at methods that the API does
   * not have, and with requests that were refused unread. Health and reflection
   * are left out. Tokens and secrets are not in it.
   */
  report(): Attempt[] {
    this.#parts.arrivals.settle();
    return this.#parts.report.attempts();
  }

  /** Forgets the attempts seen so far. */
  clearReport(): void {
    this.#parts.report.clear();
  }

  /**
   * Lets a function answer a method instead of the emulator.
   *
   * @param method `package.Service/Method`, or `Service/Method` where that is clear
   * @throws an Error when the API has no such method
   */
  handle<Request = DynamicMessage>(method: string, handler: Handler<Request>): void {
    this.#parts.handlers.set(findMethodName(this.api, method), handler as Handler<never> as Handler);
  }

  /**
   * Whether the emulator answers a method, by itself or through a handler.
   *
   * @throws an Error when the API has no such method
   */
  answers(method: string): boolean {
    const name = findMethodName(this.api, method);
    const { handlers, cloud } = this.#parts;
    return (
      handlers.has(name) ||
      cloud.standards.methods.has(name) ||
      this.api.methods.get(name)?.role.kind !== "unknown"
    );
  }

  /**
   * Scripts what happens to the next attempts to call a method, one step
   * for each; after the last step calls go through again.
   *
   * @throws an Error when the API has no such method, or a step is not valid
   */
  script(method: string, steps: readonly FaultStep[]): void {
    this.#parts.faults.script(findMethodName(this.api, method), checkSteps(method, steps));
  }

  /** Stops listening, lets open calls end for half a second, then ends them, and saves the state. */
  async close(): Promise<void> {
    const { grpc, http, ports, state } = this.#parts;
    ports.grpc.stop();
    ports.http.stop();
    await Promise.all([closeGrpc(grpc), closeHttp(http)]);
    await Promise.all([ports.grpc.close(), ports.http.close()]);
    await state.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
