import type { Credentials } from "../auth/credentials.js";
import { headerAuthorization } from "../auth/header-authorization.js";
import type { TokenSource } from "../auth/token-source.js";
import { authorization } from "../auth/authorization.js";
import { buildChain, type ChainSteps } from "../../calls/chain/chain.js";
import { requestValidation } from "../../calls/chain/request-validation.js";
import { clientLimit, requestDeadline, resolveTimeouts, type Timeouts } from "../../calls/chain/deadline.js";
import { requireTimeoutMs } from "../../calls/chain/timeout.js";
import { connectionWarnings, type Warning, Warnings } from "../../calls/chain/warnings.js";
import { idempotencyKeys } from "../../calls/chain/idempotency.js";
import type { Next } from "../../calls/chain/interceptor.js";
import { type MaskReports, resetMasks } from "../../calls/chain/reset-mask.js";
import { resetMaskHeader } from "../../calls/chain/default-headers.js";
import { RetryThrottles } from "../../calls/chain/retry-throttle.js";
import { defaultRetryPolicy, retryPolicy, type RetryPolicy } from "../../calls/chain/retry-policy.js";
import { transparentRetries } from "../../calls/chain/transparent-retry.js";
import { retries } from "../../calls/chain/retry.js";
import { toCallStartError } from "../../calls/client/call-start-error.js";
import { CallError } from "../../calls/error/call-error.js";
import { failureReports } from "../../calls/chain/failure-report.js";
import { systemClock, type Clock } from "../../base/time/clock.js";
import type { Transport } from "../../network/transport/transport.js";
import { ActiveCalls } from "./active-calls.js";
import type { ClientOptions } from "./client-options.js";
import type { CommonOptions } from "./common-options.js";
import type { Platform, PlatformReporter } from "./platform.js";
import { sessionTokens } from "./session-tokens.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";

/** The state that the clients of a session share. Programs do not see it. */
export class SessionCore {
  readonly wiring: SessionWiring;
  /** The name of the SDK's errors: `CloudError`. */
  readonly errorName: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newKey: () => string;
  readonly timeouts: Timeouts;
  readonly waitForReady: boolean;
  readonly platform: Platform;
  readonly endpoints: Platform["endpoints"];
  readonly pollIntervalMs: number | undefined;
  readonly parentId: string | undefined;
  readonly cacheScope: string | undefined;
  /** The profile that the credentials come from. */
  readonly profile: Credentials["profile"];
  readonly reporter: PlatformReporter;
  readonly #calls: ActiveCalls;
  readonly #closing = new AbortController();
  /** Ends the pauses and logins of the session, when it is closed. */
  readonly closing: AbortSignal = this.#closing.signal;
  readonly #transport: Transport;
  readonly #throttles = new RetryThrottles();
  readonly #retryPolicy: RetryPolicy | undefined;
  readonly #steps: ChainSteps;
  readonly #warnings: Warnings;
  /** The headers of credentials that have no token. */
  readonly #headers: Readonly<Record<string, string>> | undefined;
  #tokens: TokenSource | undefined;

  /**
   * Connects nothing.
   *
   * @throws An OptionsError if the options cannot work.
   */
  constructor(wiring: SessionWiring, options: CommonOptions, platform: Platform) {
    // Every call in a pause listens to it, and is no leak, whatever Node's warning thinks.
    platform.expectListeners(this.closing);
    this.platform = platform;
    this.endpoints = platform.endpoints;
    this.newKey = platform.newKey;
    this.wiring = wiring;
    this.errorName = `${wiring.session}Error`;
    this.#calls = new ActiveCalls(this.errorName);
    this.clock = options.clock ?? options.transport?.clock ?? systemClock;
    this.random = options.random ?? Math.random;
    this.timeouts = resolveTimeouts(options);
    this.waitForReady = options.waitForReady ?? true;
    this.#warnings = new Warnings(wiring.session, options.logger, platform.warnings());
    this.parentId = options.parentId;
    this.cacheScope = options.cacheScope;
    const warn = (message: string): void => this.warnOnce({ event: "hook_failed", message });
    const { clock, random, timeouts } = this;
    const credentials = options.credentials ?? platform.credentials();
    this.profile = credentials.profile;
    this.#headers = credentials.headers?.();
    const headerValues = Object.values(this.#headers ?? {});
    this.reporter = platform.instrument({
      session: wiring.session,
      errorName: this.errorName,
      options,
      clock,
      keyHeader: wiring.headers?.idempotencyKey,
      secrets: () => [...headerValues, ...(this.#tokens?.latest === undefined ? [] : [this.#tokens.latest])],
      warn,
    });
    if (this.profile)
      this.reporter.debug?.(
        "token",
        undefined,
        `the addresses and credentials are those of profile ${this.profile.name}`,
      );
    this.#warnOfPlainText();
    this.#transport =
      options.transport ??
      platform.transport(
        { clock, random, connectMs: timeouts.connectTimeoutMs },
        { debug: this.reporter.debug, warn: (warning) => this.warnOnce(warning) },
      );
    this.pollIntervalMs = choosePollInterval(options);
    this.#retryPolicy = retryPolicy(options.retry, defaultRetryPolicy);
    this.#steps = this.#makeSteps(options, credentials);
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

  /** Prevents Node's warning about many listeners on a signal. */
  expectListeners(signal: AbortSignal): void {
    this.platform.expectListeners(signal);
  }

  /** Logs each warning once. Never throws. */
  warnOnce(warning: Warning): void {
    this.#warnings.warn(warning);
  }

  /** Waits up to `graceMs` milliseconds for active calls, then ends everything. */
  async close(graceMs: number): Promise<void> {
    let cancel: (() => void) | undefined;
    const grace = new Promise<void>((resolve) => {
      cancel = this.clock.after(graceMs, resolve);
    });
    await Promise.race([this.#calls.close(), grace]);
    cancel?.();
    const text = "the session was closed";
    this.#closing.abort(
      new CallError({ code: "CANCELLED", clientReason: "SESSION_CLOSED", text, name: this.errorName }),
    );
    this.#transport.close();
    this.#calls.end();
  }

  /** Warns about plain-text connections to other machines, where others on the network can read credentials. */
  #warnOfPlainText(): void {
    if (this.#headers && Object.keys(this.#headers).length === 0) return;
    for (const address of this.platform.plainTextPlaces) {
      const message = `insecure: credentials go to ${address} unencrypted, and it is not this machine`;
      this.warnOnce({ event: "insecure_endpoint", endpoint: address, message });
    }
  }

  #makeSteps(options: CommonOptions, credentials: Credentials): ChainSteps {
    const { errorName, reporter, wiring } = this;
    const keyHeader = wiring.headers?.idempotencyKey;
    const exempt: ChainSteps = {
      lifecycle: (next) => next,
      resetMasks: resetMasks(this.#maskReports(), wiring),
      idempotencyKeys: idempotencyKeys(this.newKey, keyHeader),
      callHooks: reporter.calls,
      interceptors: [],
      checks: undefined,
      authorization: undefined,
      ...this.#limitSteps({}),
      attemptHooks: reporter.attempts,
      failureReports: failureReports({ errorName, types: wiring.serviceErrors }),
      transparentRetries,
      transport: this.#transport.call,
    };
    const tokens = (this.#tokens = sessionTokens(this, buildChain(exempt), credentials));
    return {
      ...exempt,
      lifecycle: this.#calls.interceptor,
      interceptors: options.interceptors ?? [],
      checks: requestValidation({
        options,
        maskHeader: wiring.headers?.resetMask ?? resetMaskHeader,
        core: this,
      }),
      authorization: this.#headers
        ? headerAuthorization(this.#headers, wiring.session, this.profile)
        : authorization(tokens),
    };
  }

  /** Returns the interceptors for time limits and retries, of a client or of the session. */
  #limitSteps(client: ClientOptions): Pick<ChainSteps, "requestDeadline" | "retries"> {
    const { clock, random, timeouts } = this;
    const warnOfConnection = connectionWarnings((warning) => this.warnOnce(warning));
    return {
      requestDeadline: requestDeadline(clock, clientLimit("timeoutMs", client, timeouts)),
      retries: retries({
        clock,
        random,
        throttles: this.#throttles,
        policy: retryPolicy(client.retry, this.#retryPolicy),
        attemptLimit: clientLimit("attemptTimeoutMs", client, timeouts),
        unansweredMs: this.platform.unansweredTimeoutMs ?? Infinity,
        keyHeader: this.wiring.headers?.idempotencyKey,
        closing: this.closing,
        onRetry: (call, error, ...delay) => {
          warnOfConnection(call, error);
          this.reporter.retry(call, error, ...delay);
        },
      }),
    };
  }

  #maskReports(): MaskReports {
    return {
      warn: (warning) => this.warnOnce(warning),
      refusal: ({ endpoint, method }, error) => toCallStartError({ core: this, endpoint }, method, error),
    };
  }
}

function choosePollInterval({ pollIntervalMs }: CommonOptions): number | undefined {
  return pollIntervalMs === undefined ? undefined : requireTimeoutMs(pollIntervalMs, "pollIntervalMs");
}
