import { nearestName } from "@stratus/convention/name";
import { EmulatorError } from "../text/emulator-error.js";
import type { FaultStep } from "./fault-step.js";

/** The scenarios, and for each what the emulator does and the bug of a client that it finds. */
export const scenarios = {
  lag: {
    does: "Lists show the resources as they were 2 s ago; Get shows them as they are.",
    finds: "A client that looks for a new resource in a list, or decides by a list what it must create.",
  },
  flaky: {
    does: "One call in a hundred fails with UNAVAILABLE: half of them before the effect, half after it.",
    finds:
      "A client that does not retry, or that retries a change with a new idempotency key and makes it twice.",
  },
  busy: {
    does: "Each account may make 10 calls per second. Others fail with RESOURCE_EXHAUSTED and the pause in `grpc-retry-pushback-ms`.",
    finds: "A client that sends bursts, or that retries at once instead of after the pause.",
  },
  "expiring-tokens": {
    does: "An access token is accepted for 5 s after its first call, and exchanges promise no more.",
    finds: "A client that gets a token once, or that does not get another when a call is UNAUTHENTICATED.",
  },
  "slow-operations": {
    does: "Operations run for at least 10 s.",
    finds:
      "A client that uses a resource without waiting for its operation, or that stops waiting too early.",
  },
} as const;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;

/** The names of all scenarios. */
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[];

/** The fraction of calls that fail in `flaky`. */
const flakyRate = 0.01;
/** The number of calls that an account may make in a second in `busy`. */
const callsPerSecond = 10;
/** How long a token is accepted in `expiring-tokens`, in milliseconds. */
const tokenAgeMs = 5000;
/** How long operations run in `slow-operations`, in milliseconds. */
const operationMs = 10_000;

/** The active scenarios. */
export class Scenarios {
  readonly #active = new Set<ScenarioName>();
  /** The time at which the allowance of an account is full again, in milliseconds since 1970. */
  readonly #fullAtMs = new Map<string, number>();

  /** The names of the active scenarios. */
  get names(): readonly ScenarioName[] {
    return [...this.#active];
  }

  /**
   * Replaces the active scenarios.
   *
   * @throws EmulatorError that names the most similar scenario
   */
  activate(names: readonly string[]): void {
    const found = names.map(readName);
    this.#active.clear();
    this.#fullAtMs.clear();
    for (const name of found) this.#active.add(name);
  }

  /** Whether lists trail the resources. */
  get hasLag(): boolean {
    return this.#active.has("lag");
  }

  /** The smallest fraction of calls that fail. */
  get faultRate(): number {
    return this.#active.has("flaky") ? flakyRate : 0;
  }

  /** How long a token is accepted after its first call, in milliseconds. */
  get tokenAgeMs(): number {
    return this.#active.has("expiring-tokens") ? tokenAgeMs : Infinity;
  }

  /** How long operations run at least, in milliseconds. */
  get operationDelayMs(): number {
    return this.#active.has("slow-operations") ? operationMs : 0;
  }

  /** Returns the fault of a call that exceeds the allowance of its account. */
  overload(account: string, nowMs: number): FaultStep | undefined {
    if (!this.#active.has("busy")) return undefined;
    // A bucket of 10 calls that fills by one each 100 ms.
    const stepMs = 1000 / callsPerSecond;
    const fullAtMs = Math.max(this.#fullAtMs.get(account) ?? 0, nowMs) + stepMs;
    const waitMs = fullAtMs - nowMs - 1000;
    if (waitMs <= 0) {
      this.#fullAtMs.set(account, fullAtMs);
      return undefined;
    }
    const nanos = (waitMs % 1000) * 1e6;
    return {
      code: "RESOURCE_EXHAUSTED",
      message: `${account || "a caller"} may make ${callsPerSecond} calls per second`,
      kind: "TooManyRequests",
      fields: { violation: "calls per second", retry_after: { seconds: Math.floor(waitMs / 1000), nanos } },
      retryType: "CALL",
      retryPushbackMs: Math.ceil(waitMs),
    };
  }
}

function readName(name: string): ScenarioName {
  const found = scenarioNames.find((one) => one === name);
  if (found !== undefined) return found;
  const nearest = nearestName(name, scenarioNames);
  const hint =
    nearest === undefined ? `the scenarios are ${scenarioNames.join(", ")}` : `did you mean ${nearest}?`;
  throw new EmulatorError("OPTION_INVALID", `there is no scenario ${JSON.stringify(name)}; ${hint}`);
}
