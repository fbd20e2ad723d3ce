import type { SdkDescriptors } from "./descriptors/sdk-descriptors.js";
import { registerAccount } from "./login/register-account.js";
import type { FederatedAccount } from "./auth/federated-accounts.js";
import type { ServiceAccountKey } from "./auth/service-accounts.js";
import type { AdjustableClock } from "./adjustable-clock.js";
import type { ExportOptions } from "./documents/export-resources.js";
import type { SeedResult } from "./documents/seed.js";
import type { EmulatorParts } from "./emulator-parts.js";
import { type EmulatorSnapshot, EmulatorState } from "./emulator-state.js";
import { isLoopback } from "./server/listen.js";
import type { Api } from "./descriptors/api.js";
import type { ScenarioName } from "./faults/scenarios.js";
import type { Rules } from "./policy/policy.js";
import type { FaultStep } from "./faults/fault-step.js";
import type { DynamicMessage, Handler } from "./handlers/handler.js";
import { checkSteps } from "./faults/parse-script.js";
import { scriptedHandler, type ScriptedMethod } from "./handlers/scripted-method.js";
import { findMethodName } from "./handlers/method-name.js";
import { type CallFilter, callFilterNames } from "./calls/call-filter.js";
import type { ReceivedCall } from "./calls/received-call.js";
import type { Validation } from "./rules/validation.js";
import { type TokenOptions, tokenOptionNames } from "./auth/token-options.js";
import { requireKnownNames } from "./text/known-names.js";
import { closeGrpc, closeHttp } from "./server/listen.js";
import { type EmulatorSession, sessionOptions } from "./session-options.js";

/** A running emulator. Close it, or bind it with `await using`. */
export class Emulator implements AsyncDisposable {
  /** The host and port of the gRPC server: `127.0.0.1:41234`. */
  readonly address: string;
  /** The base URL of the token exchange over HTTP: `http://127.0.0.1:41235`, or `https:` with TLS. */
  readonly authUrl: string;
  /** The base URL of calls with Connect and gRPC-web: the `baseUrl` of a session in browsers. It equals `authUrl`. */
  readonly webUrl: string;
  /** The domain of the API. */
  readonly apiDomain: string;
  /** The certificate of both servers in PEM, which clients must trust. Undefined in plain text. */
  readonly certificatePem: string | undefined;
  /** The API that the emulator serves. */
  readonly api: Api;
  /** The SDK that the API was loaded from, if it was. */
  readonly sdk: SdkDescriptors | undefined;
  /** The requests that are validated. Also `off` if the API has no rules or protovalidate is not installed. */
  readonly validate: Validation;
  /** The emulator's clock, which can be advanced and frozen. */
  readonly clock: AdjustableClock;
  /**
   * The token that requests to `/_emulator/` must carry. Undefined if the emulator listens on a loopback address, and answers
   * only programs and pages of this machine.
   */
  readonly controlToken: string | undefined;
  readonly #parts: EmulatorParts;
  readonly #state: EmulatorState;

  constructor(parts: EmulatorParts) {
    const { ports } = parts;
    const host = parts.settings.host.includes(":") ? `[${parts.settings.host}]` : parts.settings.host;
    this.#parts = parts;
    this.#state = new EmulatorState(parts);
    this.clock = parts.clock;
    this.controlToken = isLoopback(parts.settings.host) ? undefined : parts.cloud.tokens.newToken();
    this.address = `${host}:${ports.grpc.number}`;
    this.authUrl = `${parts.certificate === undefined ? "http" : "https"}://${host}:${ports.http.number}`;
    this.webUrl = this.authUrl;
    this.apiDomain = parts.settings.apiDomain;
    this.certificatePem = parts.certificate?.certificatePem;
    this.api = parts.cloud.api;
    this.sdk = parts.sdk;
    const { validator } = parts.cloud.settings;
    this.validate = validator === undefined ? "off" : validator.isMerged ? "merged" : "request";
  }

  /**
   * Registers a service account, or another key of it. If the API has profiles that contain service accounts, the
   * account becomes a resource, too.
   *
   * @throws EmulatorError if a property is missing or misspelled, or the key is not an RSA public key
   */
  addServiceAccount(account: ServiceAccountKey): void {
    registerAccount(this.#parts.cloud, account);
  }

  /**
   * Registers a workload of an external identity provider, such as a cluster or a CI system. Its tokens can be exchanged for access
   * tokens of the account.
   *
   * @throws EmulatorError if a property is missing or misspelled, or the key is not an RSA public key
   */
  addFederatedAccount(account: FederatedAccount): void {
    this.#parts.cloud.federated.add(account);
  }

  /**
   * Issues a valid access token.
   *
   * @throws EmulatorError if the token contains characters that a header cannot, or an option is unknown
   */
  issueToken(options: TokenOptions = {}): string {
    requireKnownNames(options, tokenOptionNames, "issueToken");
    const { cloud, settings } = this.#parts;
    const { role, subject = role ?? cloud.accounts.ids()[0] ?? "test-user", token } = options;
    const lifetimeMs = options.lifetimeMs ?? settings.tokenLifetimeMs;
    return cloud.tokens.issue(subject, cloud.now(), lifetimeMs, token, role);
  }

  /**
   * Options for a session of an SDK that calls this emulator: `new Acme({ ...emulator.session })`. They have its address, domain,
   * certificate and a valid token.
   */
  get session(): EmulatorSession {
    return sessionOptions({
      address: this.address,
      apiDomain: this.apiDomain,
      certificatePem: this.certificatePem,
      isPlain: this.api.kind === "grpc",
      issueToken: () => this.issueToken(),
    });
  }

  /** Revokes all access tokens, so that the next calls fail with UNAUTHENTICATED. */
  revokeTokens(): void {
    this.#parts.cloud.tokens.revokeAll();
  }

  /**
   * Returns every call in order of arrival, including calls of unknown methods and requests that were rejected before they were
   * decoded. Each attempt of a client is a call. Calls of health checking and reflection are omitted, and tokens and secrets are
   * redacted.
   *
   * @param filter selects calls; by default all
   */
  calls(filter: CallFilter = {}): ReceivedCall[] {
    requireKnownNames(filter, callFilterNames, "calls");
    this.#parts.attemptRecorder.settle();
    return this.#parts.callLog.calls(filter);
  }

  /**
   * Waits for a call that matches, and resolves when it has ended.
   *
   * @param filter `after` is the number of the last call so far, unless it is set; 0 also finds calls that have ended
   * @param timeoutMs the longest wait in milliseconds, by the system clock; 10,000 by default
   * @throws a `TimeoutError` if no such call ends in time
   */
  async nextCall(filter: CallFilter = {}, timeoutMs = 10_000): Promise<ReceivedCall> {
    requireKnownNames(filter, callFilterNames, "nextCall");
    return this.#parts.callLog.next(filter, AbortSignal.timeout(timeoutMs));
  }

  /** Removes all calls from the log of calls. Their numbers continue. */
  clearCalls(): void {
    this.#parts.callLog.clear();
  }

  /**
   * Sets the handler of a method, which replaces the emulator's own implementation.
   *
   * @param method `package.Service/Method`, or `Service/Method` if it is unambiguous
   * @throws EmulatorError if the API has no such method
   */
  handle<Request = DynamicMessage>(method: string, handler: Handler<Request>): void {
    this.#parts.handlers.set(findMethodName(this.api, method), handler as Handler<never> as Handler);
  }

  /**
   * Lets a method answer as a script says: with the same response each time, or by setting fields of the resource that the
   * request names.
   *
   * @throws EmulatorError if the API has no such method, or it cannot do that
   */
  handleScripted(method: string, scripted: ScriptedMethod): void {
    const name = findMethodName(this.api, method);
    const described = this.api.methods.get(name);
    if (described) this.#parts.handlers.set(name, scriptedHandler(this.api, described, scripted));
  }

  /**
   * Calls a function that adds handlers. A later call with the same source first removes those that it added. If the function
   * throws, all handlers remain as they were.
   */
  handleFrom(source: string, add: () => unknown): Promise<void> {
    return this.#parts.handlers.addFrom(source, add);
  }

  /**
   * Whether the emulator or a handler implements a method.
   *
   * @throws EmulatorError if the API has no such method
   */
  isImplemented(method: string): boolean {
    const name = findMethodName(this.api, method);
    const { handlers, cloud } = this.#parts;
    return (
      handlers.has(name) || cloud.aip.methods.has(name) || this.api.methods.get(name)?.role.kind !== "unknown"
    );
  }

  /** Whether methods that neither the API nor a handler determines answer with default values. */
  get answersDefaults(): boolean {
    return this.#parts.answersDefaults;
  }

  /**
   * Sets the faults of the next attempts to call a method: one step for each. Attempts after the last step have no fault.
   *
   * @throws EmulatorError if the API has no such method, or a step is invalid
   */
  script(method: string, steps: readonly FaultStep[]): void {
    this.#parts.faults.script(findMethodName(this.api, method), checkSteps(method, steps));
  }

  /**
   * Removes the remaining steps of a method, or of all methods.
   *
   * @throws EmulatorError if the API has no such method
   */
  clearFaults(method?: string): void {
    this.#parts.faults.clear(method === undefined ? undefined : findMethodName(this.api, method));
  }

  /**
   * Removes all resources except service accounts, all operations, idempotency keys, calls and scripts of faults, and restores
   * the clock and the fault rate of the start. Tokens, accounts, handlers and snapshots remain.
   */
  reset(): Promise<void> {
    return this.#state.reset();
  }

  /** Captures the resources, operations, idempotency keys and the clock. It takes no copies, so it is cheap. */
  snapshot(): EmulatorSnapshot {
    return this.#state.snapshot();
  }

  /**
   * Restores what a snapshot captured. A snapshot can be restored any number of times.
   *
   * @throws EmulatorError if another emulator made the snapshot
   */
  restore(snapshot: EmulatorSnapshot): Promise<void> {
    return this.#state.restore(snapshot);
  }

  /**
   * Adds the resources of a file of YAML documents, or replaces those with their identifiers, all or none. A document is what
   * `export` writes: `$resource: compute/instance`, then the resource in proto3 JSON.
   *
   * @throws EmulatorError that names the document and what is wrong with it
   */
  seed(path: string): Promise<SeedResult> {
    return this.#state.seedFile(path);
  }

  /** Like `seed`, with the documents instead of a file. */
  seedText(yaml: string): Promise<SeedResult> {
    return this.#state.seed(yaml);
  }

  /**
   * Returns the resources as YAML documents, sorted.
   *
   * @throws EmulatorError if the API has no such kind of resource
   */
  export(options: ExportOptions = {}): Promise<string> {
    return this.#state.export(options);
  }

  /**
   * Replaces the active scenarios: `lag`, `flaky`, `busy`, `expiring-tokens`, `slow-operations`. Without names it ends all.
   *
   * @throws EmulatorError if there is no such scenario
   */
  setScenarios(...names: readonly ScenarioName[]): void {
    this.#parts.cloud.scenarios.activate(names);
  }

  /**
   * Replaces the rules that deny calls and limit the number of resources. `{}` has none.
   *
   * @throws EmulatorError that names the rule; the former rules then remain
   */
  setRules(rules: Rules): void {
    this.#parts.cloud.policy.set(rules);
  }

  /** Closes the ports, gives active calls half a second to end, and saves the state. */
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
