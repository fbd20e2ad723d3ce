import { defaults } from "../../base/defaults.js";
import { backoffDelayMs, type BackoffBounds } from "../chain/backoff.js";
import { maxAskedMs, readPushback } from "../chain/retry-rule.js";
import { CallError, explained } from "../error/call-error.js";
import { isRecord } from "../../messages/table/field-access.js";
import { sleep } from "../../base/time/wait.js";
import type { Route } from "../client/call-start.js";

/** The backoff after another writer's change. It keeps writers that met once from meeting again. */
const resourceBounds: BackoffBounds = { baseDelayMs: 200, maxDelayMs: 2_000 };

/** The backoff while an operation is running on the resource. */
const operationBounds: BackoffBounds = { baseDelayMs: 200, maxDelayMs: 5_000 };

/** Limits for repeating a change. */
interface ConflictLimits {
  /** Maximum number of tries, including the first. */
  readonly attempts: number;
  /** Ends a pause. */
  readonly signal: AbortSignal | undefined;
}

/** Whether an error means that another change was applied first, or is running, so that reading again may help. */
export function isConflict(error: unknown): error is CallError {
  if (!(error instanceof CallError) || error.retryType === "NOTHING") return false;
  if (error.code === "ABORTED" || error.retryType === "UNIT_OF_WORK") return true;
  return hasKind(error, "resourceConflict") || hasKind(error, "operationConflict");
}

/** Pauses after the conflicts of one change. */
export class ConflictBackoff {
  readonly #route: Route;
  readonly #limits: ConflictLimits;
  #conflicts = 0;
  #firstMs = 0;

  constructor(route: Route, limits: ConflictLimits) {
    this.#route = route;
    this.#limits = limits;
  }

  /**
   * Waits after a conflict, for the delay that the server asks for or the next one of the backoff.
   *
   * @returns The conflict with an explanation if a limit is reached; otherwise undefined.
   */
  async wait(conflict: CallError): Promise<CallError | undefined> {
    const { core, within } = this.#route;
    const { attempts, signal } = this.#limits;
    if (this.#conflicts++ === 0) this.#firstMs = core.clock.nowMs();
    const endMs = within?.endMs ?? this.#firstMs + defaults.conflictTimeoutMs;
    const pushback = readPushback(conflict);
    const bounds = hasKind(conflict, "operationConflict") ? operationBounds : resourceBounds;
    const askedMs = pushback === false ? undefined : (pushback ?? conflict.retryDelayMs);
    const delayMs = askedMs ?? backoffDelayMs(this.#conflicts, bounds, core.random);
    const isOver =
      this.#conflicts >= attempts || core.clock.nowMs() + delayMs >= endMs || delayMs > maxAskedMs;
    if (pushback === false || isOver) return explained(conflict, this.#describeLimits());
    await sleep(core.clock, delayMs, signal, core.closing);
    return undefined;
  }

  #describeLimits(): string {
    const times = this.#conflicts === 1 ? "once" : `${this.#conflicts} times`;
    const seconds = ((this.#route.core.clock.nowMs() - this.#firstMs) / 1000).toFixed(1);
    return (
      `the change was tried ${times}, ${seconds} s from the first conflict to the last; ` +
      "the options timeoutMs and conflictAttempts of modify limit the time and the number of tries"
    );
  }
}

function hasKind({ serviceErrors }: CallError, kind: string): boolean {
  return serviceErrors.some((one) => readKinds(one).includes(kind));
}

/** Reads the members that the oneofs of a service error have set, such as `resourceConflict`. */
function readKinds(serviceError: unknown): string[] {
  if (!isRecord(serviceError)) return [];
  return Object.values(serviceError).flatMap((value) =>
    isRecord(value) && typeof value["$case"] === "string" ? [value["$case"]] : [],
  );
}
