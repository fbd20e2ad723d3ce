import { CallError } from "../../calls/error/call-error.js";
import type { ErrorCode } from "../../calls/error/status-code.js";
import type { OutgoingCall } from "../../calls/chain/interceptor.js";
import type { Random } from "../../calls/chain/backoff.js";
import { backoffDelayMs } from "../../calls/chain/backoff.js";
import type { ClientReason } from "../../base/text/error-codes.js";
import { OptionsError } from "../../base/text/options-error.js";
import { errorText } from "../../base/text/value-text.js";
import type { MetadataInit } from "../../calls/rpc/metadata.js";
import type { Clock } from "../../base/time/clock.js";
import { waitFor } from "../../base/time/wait.js";
import { lifetimeMs, refreshAt, refreshJitter, requireToken } from "./access-token.js";
import type { Credentials, CredentialsProfile, TokenContext } from "./credentials.js";
import { loginFailure } from "./login-failure.js";

/** The current token. Times are in milliseconds of both clocks, because one of them stops while a machine sleeps. */
interface Held {
  readonly token: string;
  readonly metadata: MetadataInit | undefined;
  readonly refreshMs: number;
  readonly expiryMs: number;
  readonly expiryEpochMs: number;
  /** When it replaced a token that the server refused; undefined for others. */
  readonly replacedMs: number | undefined;
}

/** A request for a token. It never rejects. */
interface Flight {
  readonly startMs: number;
  readonly outcome: Promise<{ readonly token: string } | { readonly failure: unknown }>;
}

/** The parts that a token source depends on. */
interface TokenSourceParts {
  readonly credentials: Credentials;
  readonly context: TokenContext;
  readonly clock: Clock;
  readonly random: Random;
  /** The name of errors. */
  readonly errorName: string;
  /** Returns all that a value contains, as text. */
  readonly inspect: (value: unknown) => string;
  /** Requests a token and reports it to observers. */
  readonly around: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Time after which a request for a token counts as lost, in milliseconds. The next call makes another one. */
const lostAfterMs = 60_000;

/**
 * Time for which a replacement token stays in use although the server refuses it too, in milliseconds. Otherwise a
 * server that refuses every token would cost one token request for each call.
 */
const holdMs = 5_000;

/** Delays between failed refreshes while the old token is still valid. */
const refreshPauses = { baseDelayMs: 2_000, maxDelayMs: 30_000 };

/**
 * The access token of a session. Token requests are single-flight: all calls share the one in progress. A token is
 * refreshed before it expires, and stays in use if the refresh fails. A response that arrives after a newer token
 * is dropped.
 */
export class TokenSource {
  readonly #parts: TokenSourceParts;
  #held: Held | undefined;
  #flight: Flight | undefined;
  /** The last token that the server refused and that was dropped. */
  #refused: string | undefined;
  #failedRefreshes = 0;
  #nextRefreshMs = 0;

  constructor(parts: TokenSourceParts) {
    this.#parts = parts;
  }

  /** The current token; undefined if there is none. */
  get latest(): string | undefined {
    return this.#held?.token;
  }

  /** The profile that the tokens come from. */
  get profile(): CredentialsProfile | undefined {
    return this.#parts.credentials.profile;
  }

  /** Returns the headers that are sent with a token. */
  metadataOf(token: string): MetadataInit | undefined {
    return this.#held?.token === token ? this.#held.metadata : undefined;
  }

  /** Returns the current token if it is valid, and starts its refresh when that is due. */
  current(): string | undefined {
    const held = this.#held;
    if (!held) return undefined;
    const { clock } = this.#parts;
    const nowMs = clock.nowMs();
    if (nowMs >= held.expiryMs || clock.epochMs() >= held.expiryEpochMs) return undefined;
    if (nowMs >= held.refreshMs && nowMs >= this.#nextRefreshMs) this.#ensureFlight();
    return held.token;
  }

  /**
   * Waits for a token.
   *
   * @throws A CallError if there is none, or the signal's reason if the call is aborted. Other waiting calls are
   * not affected.
   */
  async get(call: OutgoingCall): Promise<string> {
    const { clock, context } = this.#parts;
    const { signal, deadlineMs, limit } = call;
    const time = limit ? `within ${limit.ms} ms, the limit of the option ${limit.option}` : "in time";
    const timedOut = (): Error =>
      this.#error(
        call,
        "DEADLINE_EXCEEDED",
        limit?.reason ?? "DEADLINE_EXCEEDED",
        `it did not arrive ${time}`,
        undefined,
      );
    // Only the waiting ends with the session: a function of the program cannot be interrupted.
    const limits = { clock, signal, closing: context.signal, deadlineMs, timedOut };
    const outcome = await waitFor(this.#ensureFlight().outcome, limits);
    if ("token" in outcome) return outcome.token;
    throw this.#failure(call, outcome.failure);
  }

  /**
   * Handles a token that the server refused. Unless a newer one is already in use, the next call gets a new one.
   * Returns the reason if there cannot be a new one yet.
   */
  refuse(token: string): string | undefined {
    const held = this.#held;
    if (held?.token !== token) return undefined;
    this.#parts.credentials.refuse?.(token);
    const ageMs = this.#parts.clock.nowMs() - (held.replacedMs ?? -Infinity);
    if (ageMs < holdMs) {
      const ageText = `${(ageMs / 1000).toFixed(1)} s`;
      return `the token came from ${this.#parts.credentials.description} ${ageText} ago to replace a refused one; the next one is requested ${holdMs / 1000} s after it`;
    }
    this.#refused = token;
    this.#held = undefined;
    return undefined;
  }

  #ensureFlight(): Flight {
    const nowMs = this.#parts.clock.nowMs();
    if (this.#flight && nowMs - this.#flight.startMs < lostAfterMs) return this.#flight;
    const outcome = this.#parts
      .around(() => this.#fetch())
      .then(
        (held) => {
          if (this.#flight === flight) this.#accept(held);
          return { token: held.token };
        },
        (error: unknown) => {
          if (this.#flight === flight) this.#fail();
          return { failure: loginFailure(error, this.#parts.inspect) };
        },
      );
    const flight: Flight = { startMs: nowMs, outcome };
    this.#flight = flight;
    return flight;
  }

  async #fetch(): Promise<Held> {
    const { credentials, context, clock, random } = this.#parts;
    const { token, expiresInMs: saidMs, metadata } = await credentials.fetchToken(context);
    // A lifetime that is none is no reason to ask again for every call.
    const expiresInMs = saidMs === undefined ? Infinity : lifetimeMs(saidMs / 1000);
    const nowMs = clock.nowMs();
    const checked = requireToken(token);
    const isReplacement = this.#refused !== undefined && this.#refused !== checked;
    return {
      token: checked,
      metadata,
      refreshMs: nowMs + expiresInMs * (refreshAt - refreshJitter * random()),
      expiryMs: nowMs + expiresInMs,
      expiryEpochMs: clock.epochMs() + expiresInMs,
      replacedMs: isReplacement ? nowMs : undefined,
    };
  }

  #accept(held: Held): void {
    this.#held = held;
    this.#refused = undefined;
    this.#flight = undefined;
    this.#failedRefreshes = 0;
  }

  #fail(): void {
    const { clock, random } = this.#parts;
    this.#flight = undefined;
    this.#failedRefreshes += 1;
    // From half the bound up: the point is to leave a failing server alone for a while.
    const delayMs = backoffDelayMs(this.#failedRefreshes, refreshPauses, () => 0.5 + random() / 2);
    this.#nextRefreshMs = clock.nowMs() + delayMs;
  }

  #failure(call: OutgoingCall, failure: unknown): CallError {
    if (!(failure instanceof CallError)) {
      const reason = failure instanceof OptionsError ? "NO_CREDENTIALS" : "TOKEN_FAILED";
      return this.#error(call, "UNAUTHENTICATED", reason, errorText(failure), failure);
    }
    const { code, clientReason, message } = failure;
    const isRejected = code === "UNAUTHENTICATED" || code === "PERMISSION_DENIED";
    const reason = clientReason ?? (isRejected ? "CREDENTIALS_REJECTED" : "TOKEN_FAILED");
    return this.#error(call, code, reason, message, failure);
  }

  #error(
    { method, endpoint }: OutgoingCall,
    code: ErrorCode,
    clientReason: ClientReason,
    why: string,
    cause: unknown,
  ): CallError {
    const { description, profile } = this.#parts.credentials;
    const fix = profile && code === "UNAUTHENTICATED" ? `; to log in again: ${profile.loginCommand}` : "";
    return new CallError({
      name: this.#parts.errorName,
      code,
      clientReason,
      text: `no access token from ${description}: ${why}${fix}`,
      method: method.path.slice(1),
      endpoint: endpoint.authority,
      cause,
    });
  }
}
