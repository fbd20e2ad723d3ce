import { setMaxListeners } from "node:events";
import type { TokenSource } from "../auth/token-source.js";
import { authorization } from "../auth/authorization.js";
import { buildChain, type ChainSteps } from "../call/chain.js";
import { checks } from "../call/checks.js";
import {
  clientLimit,
  requestDeadline,
  requireTimeoutMs,
  resolveTimeouts,
  type Timeouts,
} from "../call/deadline.js";
import { connectionWarnings, type Warning, Warnings } from "../call/warnings.js";
import { attemptHooks, callHooks, tellOfRetry } from "../call/observed-steps.js";
import { Observers } from "../call/observers.js";
import { idempotencyKeys } from "../call/idempotency.js";
import type { Next } from "../call/interceptor.js";
import { type MaskReports, resetMaskHeader, resetMasks } from "../call/reset-mask.js";
import { RetryBudgets } from "../call/retry-budget.js";
import { defaultRetryPolicy, retryPolicy, type RetryPolicy } from "../call/retry-policy.js";
import { transparentRetries } from "../call/transparent-retry.js";
import { retries } from "../call/retry.js";
import { refusedCall } from "../client/call-start.js";
import { isLoopback, parseAddress } from "../endpoint/address.js";
import { Endpoints } from "../endpoint/endpoint.js";
import { CallError } from "../error/call-error.js";
import { OptionsError } from "../text/options-error.js";
import { failureReports } from "../call/failure-report.js";
import { systemClock, type Clock } from "../time/clock.js";
import type { Transport } from "../transport/transport.js";
import { publisher } from "./channels.js";
import { CallCount } from "./call-count.js";
import { debugLog, type DebugLog } from "./debug-log.js";
import { variableName } from "./environment.js";
import { checkOptions } from "./option-check.js";
import type { ClientOptions } from "./client-options.js";
import type { SessionOptions } from "./session-options.js";
import { processWarnings } from "./process-warnings.js";
import { sessionTokens } from "./session-tokens.js";
import { sessionTransport } from "./session-transport.js";
import type { SessionWiring } from "../rpc/wiring.js";

/** What the clients of a session share. Not seen by programs. */
export class SessionCore {
  readonly wiring: SessionWiring;
  /** What the SDK calls its errors: `CloudError`. */
  readonly errorName: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newKey = newKey;
  readonly timeouts: Timeouts;
  readonly endpoints: Endpoints;
  readonly pollIntervalMs: number;
  readonly parentId: string | undefined;
  readonly observers: Observers;
  readonly #calls: CallCount;
  readonly #closing = new AbortController();
  /** Ends the pauses and logins of the session, when it is closed. */
  readonly closing: AbortSignal = this.#closing.signal;
  readonly #transport: Transport;
  readonly #budgets = new RetryBudgets();
  readonly #retryPolicy: RetryPolicy | undefined;
  readonly #steps: ChainSteps;
  readonly #warnings: Warnings;
  #tokens: TokenSource | undefined;

  /**
   * Connects nothing.
   *
   * @throws An OptionsError if the options cannot work.
   */
  constructor(wiring: SessionWiring, options: SessionOptions) {
    checkOptions(options, wiring);
    // Every call in a pause listens to it, and is no leak, whatever Node's warning thinks.
    setMaxListeners(0, this.closing);
    this.wiring = wiring;
    this.errorName = `${wiring.session}Error`;
    this.#calls = new CallCount(this.errorName);
    this.clock = options.clock ?? systemClock;
    this.random = options.random ?? Math.random;
    this.timeouts = resolveTimeouts(options);
    this.#warnings = new Warnings(wiring.session, options.logger, processWarnings(wiring.session));
    this.parentId = options.parentId;
    const warn = (message: string): void => this.warnOnce({ event: "hook_failed", message });
    const debug = this.#debugLog(options);
    const hooks = [...(debug ? [debug.hooks] : []), ...[options.hooks ?? []].flat()];
    this.observers = new Observers(hooks, warn, publisher(wiring.session));
    this.endpoints = new Endpoints({
      apiDomain: requireDomain(wiring, options),
      address: options.endpoint,
      addresses: options.endpoints,
    });
    this.#warnOfPlainText(options);
    this.#transport =
      options.transport ??
      sessionTransport(
        wiring,
        options,
        {
          clock: this.clock,
          random: this.random,
          connectMs: this.timeouts.connectTimeoutMs,
        },
        debug?.write,
      );
    this.pollIntervalMs = choosePollInterval(options, this.#transport);
    this.#retryPolicy = retryPolicy(options.retry, defaultRetryPolicy);
    this.#steps = this.#makeSteps(options);
  }

  /** The chain of a client, with its own interceptors and limits. */
  chain(options: ClientOptions): Next {
    const { interceptors = [] } = options;
    return buildChain({
      ...this.#steps,
      ...this.#limitSteps(options),
      interceptors: [...this.#steps.interceptors, ...interceptors],
    });
  }

  /** Keeps Node from warning of many listeners on a signal. */
  expectListeners(signal: AbortSignal): void {
    if (signal instanceof EventTarget) setMaxListeners(0, signal);
  }

  /** Warns once of each thing. Never throws. */
  warnOnce(warning: Warning): void {
    this.#warnings.warn(warning);
  }

  /** Lets calls under way finish for so many milliseconds, then ends everything. */
  async close(graceMs: number): Promise<void> {
    let cancel: (() => void) | undefined;
    const grace = new Promise<void>((resolve) => {
      cancel = this.clock.after(graceMs, resolve);
    });
    await Promise.race([this.#calls.close(), grace]);
    cancel?.();
    const text = "the session was closed";
    this.#closing.abort(new CallError({ code: "CANCELLED", text, name: this.errorName }));
    this.#transport.close();
    this.#calls.end();
  }

  /** An emulator is on this machine; what is not gets tokens that anybody on the way can read. */
  #warnOfPlainText({ insecure, endpoint, endpoints = {} }: SessionOptions): void {
    if (!insecure) return;
    const all = [...(endpoint === undefined ? [] : [endpoint]), ...Object.values(endpoints)];
    for (const address of all.filter((one) => !isLoopback(parseAddress(one, "endpoint").host))) {
      const message = `insecure: tokens go to ${address} unencrypted, and it is not this machine`;
      this.warnOnce({ event: "insecure_endpoint", endpoint: address, message });
    }
  }

  #debugLog({ debug, logger }: SessionOptions): DebugLog | undefined {
    const { clock, wiring } = this;
    const secrets = (): string[] => (this.#tokens?.latest === undefined ? [] : [this.#tokens.latest]);
    return debugLog({ session: wiring.session, logger, clock, secrets }, debug);
  }

  #makeSteps(options: SessionOptions): ChainSteps {
    const { clock, errorName, observers, wiring } = this;
    const keyHeader = wiring.headers?.idempotencyKey;
    const exempt: ChainSteps = {
      lifecycle: (next) => next,
      resetMasks: resetMasks(this.#maskReports(), wiring.headers?.resetMask),
      idempotencyKeys: idempotencyKeys(newKey, keyHeader),
      callHooks: callHooks(observers, clock, keyHeader),
      interceptors: [],
      checks: undefined,
      authorization: undefined,
      ...this.#limitSteps({}),
      attemptHooks: attemptHooks(clock, keyHeader),
      failureReports: failureReports({ errorName, types: wiring.serviceErrors }),
      transparentRetries,
      transport: this.#transport.call,
    };
    const tokens = (this.#tokens = sessionTokens(this, buildChain(exempt), options));
    return {
      ...exempt,
      lifecycle: this.#calls.interceptor,
      interceptors: options.interceptors ?? [],
      checks: checks({
        options,
        maskHeader: wiring.headers?.resetMask ?? resetMaskHeader,
        core: this,
      }),
      authorization: authorization(tokens),
    };
  }

  /** The steps that limit and repeat: of a client, or of the session as it is. */
  #limitSteps(client: ClientOptions): Pick<ChainSteps, "requestDeadline" | "retries"> {
    const { clock, random, timeouts } = this;
    const warnOfConnection = connectionWarnings((warning) => this.warnOnce(warning));
    return {
      requestDeadline: requestDeadline(clock, clientLimit("timeoutMs", client, timeouts)),
      retries: retries({
        clock,
        random,
        budgets: this.#budgets,
        policy: retryPolicy(client.retry, this.#retryPolicy),
        attemptLimit: clientLimit("attemptTimeoutMs", client, timeouts),
        keyHeader: this.wiring.headers?.idempotencyKey,
        closing: this.closing,
        onRetry: (call, error, delayMs) => {
          warnOfConnection(call, error);
          tellOfRetry(call, error, delayMs, this.wiring.headers?.idempotencyKey);
        },
      }),
    };
  }

  #maskReports(): MaskReports {
    return {
      warn: (warning) => this.warnOnce(warning),
      refusal: ({ endpoint, method }, error) => refusedCall({ core: this, endpoint }, method, error),
    };
  }
}

const defaultPollMs = 1_000;

function choosePollInterval({ pollIntervalMs }: SessionOptions, { isInstant }: Transport): number {
  if (pollIntervalMs !== undefined) return requireTimeoutMs(pollIntervalMs, "pollIntervalMs");
  return isInstant ? 0 : defaultPollMs;
}

/** Loaded with the first key, which comes before the transport has loaded it; the global one would load all of the Web's too. */
let crypto: Pick<typeof globalThis.crypto, "randomUUID"> | undefined;
const newKey = (): string => (crypto ??= process.getBuiltinModule("node:crypto")).randomUUID();

function requireDomain(wiring: SessionWiring, options: SessionOptions): string | undefined {
  const domain = options.apiDomain ?? wiring.apiDomain;
  if (domain !== undefined || wiring.hasOwnHosts) return domain;
  const variable = variableName(wiring, "API_DOMAIN");
  throw new OptionsError(
    `${wiring.session}: apiDomain is needed, such as { apiDomain: "api.example.com" }; ${wiring.session}.fromEnv() reads it from ${variable}`,
  );
}
