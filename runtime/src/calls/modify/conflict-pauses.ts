import { defaults } from "../../base/defaults.js";
import { backoffDelayMs, type BackoffBounds } from "../chain/backoff.js";
import { maxAskedMs, readPushback } from "../chain/retry-rule.js";
import { CallError, explained } from "../error/call-error.js";
import { isRecord } from "../../messages/table/field-access.js";
import { sleep } from "../../base/time/wait.js";
import type { Route } from "../client/call-start.js";

/** Pauses before a change is tried again, so that those who met do not meet again. */
const rivalPauses: BackoffBounds = { baseDelayMs: 200, maxDelayMs: 2_000 };

/** The same while an operation runs on the resource, which takes its time. */
const operationPauses: BackoffBounds = { baseDelayMs: 200, maxDelayMs: 5_000 };

/** Limits of a change that meets others. */
interface ConflictLimits {
  /** How often it is tried in all. */
  readonly attempts: number;
  /** Ends a pause. */
  readonly signal: AbortSignal | undefined;
}

/** Whether another change was faster, or is under way, so that reading again may help. */
export function isConflict(error: unknown): error is CallError {
  if (!(error instanceof CallError) || error.retryType === "NOTHING") return false;
  if (error.code === "ABORTED" || error.retryType === "UNIT_OF_WORK") return true;
  return hasKind(error, "resourceConflict") || hasKind(error, "operationConflict");
}

/** The conflicts that one change has met, and the pauses after them. */
export class ConflictPauses {
  readonly #route: Route;
  readonly #limits: ConflictLimits;
  #conflicts = 0;
  #firstMs = 0;

  constructor(route: Route, limits: ConflictLimits) {
    this.#route = route;
    this.#limits = limits;
  }

  /**
   * Waits after a conflict, for as long as the server asks if it does.
   * @returns The conflict itself, explained, if the change is not to be tried again.
   */
  async wait(conflict: CallError): Promise<CallError | undefined> {
    const { core, within } = this.#route;
    const { attempts, signal } = this.#limits;
    if (this.#conflicts++ === 0) this.#firstMs = core.clock.nowMs();
    const endMs = within?.endMs ?? this.#firstMs + defaults.conflictTimeoutMs;
    const pushback = readPushback(conflict);
    const bounds = hasKind(conflict, "operationConflict") ? operationPauses : rivalPauses;
    const askedMs = pushback === false ? undefined : (pushback ?? conflict.retryDelayMs);
    const delayMs = askedMs ?? backoffDelayMs(this.#conflicts, bounds, core.random);
    const isOver =
      this.#conflicts >= attempts || core.clock.nowMs() + delayMs >= endMs || delayMs > maxAskedMs;
    if (pushback === false || isOver) return explained(conflict, this.#report());
    await sleep(core.clock, delayMs, signal, core.closing);
    return undefined;
  }

  #report(): string {
    const times = this.#conflicts === 1 ? "once" : `${this.#conflicts} times`;
    const seconds = ((this.#route.core.clock.nowMs() - this.#firstMs) / 1000).toFixed(1);
    return (
      `the change was tried ${times}, ${seconds} s from the first conflict to the last; ` +
      "the options timeoutMs and conflictAttempts of modify say for how long and how often"
    );
  }
}

function hasKind({ serviceErrors }: CallError, kind: string): boolean {
  return serviceErrors.some((one) => serviceErrorKinds(one).includes(kind));
}

/** Name of the member that a service error's oneof has set, in the proto's words: `resource_conflict`. */
function serviceErrorKinds(serviceError: unknown): string[] {
  if (!isRecord(serviceError)) return [];
  return Object.values(serviceError).flatMap((value) =>
    isRecord(value) && typeof value["$case"] === "string" ? [value["$case"]] : [],
  );
}
