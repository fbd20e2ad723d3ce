/** Faults that tests inject: by script, step by step, or at random. The pipeline in `server` applies them to calls. */
import type { FaultStep } from "./fault-step.js";

/** Chooses the faults of each attempt: scripts by method, and faults at a rate for all other attempts. */
export class Faults {
  readonly #scripts = new Map<string, FaultStep[]>();
  readonly #startRate: number;
  readonly #random: (size: number) => Uint8Array;
  /** The fraction of calls that fail, from 0 to 1. */
  rate: number;

  constructor(rate: number, random: (size: number) => Uint8Array) {
    this.#startRate = rate;
    this.rate = rate;
    this.#random = random;
  }

  /** Adds steps after the remaining steps of the method. Each attempt uses one step. */
  script(method: string, steps: readonly FaultStep[]): void {
    this.#scripts.set(method, [...(this.#scripts.get(method) ?? []), ...steps]);
  }

  /** The remaining steps, by method. */
  get scripts(): Readonly<Record<string, readonly FaultStep[]>> {
    return Object.fromEntries([...this.#scripts].filter(([, steps]) => steps.length > 0));
  }

  /** Removes the remaining steps of a method, or of all methods. */
  clear(method?: string): void {
    if (method === undefined) this.#scripts.clear();
    else this.#scripts.delete(method);
  }

  /** Removes all scripts, and restores the rate of the start. */
  reset(): void {
    this.clear();
    this.rate = this.#startRate;
  }

  /**
   * Returns the step for the next call of a method, or undefined if it has no fault.
   *
   * @param minRate the smallest fraction of calls that fail at random
   */
  next(method: string, minRate = 0): FaultStep | undefined {
    const step = this.#scripts.get(method)?.shift();
    return step ?? this.#createRandomFault(Math.max(this.rate, minRate));
  }

  /** Creates a random fault: half of them before the effect, and half after it with a lost response. */
  #createRandomFault(rate: number): FaultStep | undefined {
    if (rate <= 0) return undefined;
    const chance = this.#fraction();
    if (chance >= rate) return undefined;
    return chance < rate / 2
      ? { code: "UNAVAILABLE", message: "random fault: before the effect" }
      : { dropResponse: true };
  }

  #fraction(): number {
    const [a = 0, b = 0, c = 0] = this.#random(3);
    return (a * 65_536 + b * 256 + c) / 16_777_216;
  }
}

/** Describes a step for the log of calls. */
export function describeStep(step: FaultStep): string | undefined {
  const words: string[] = [];
  if (step.delayMs !== undefined) words.push(`delay ${step.delayMs} ms`);
  if (step.code !== undefined) words.push(step.code);
  if (step.dropResponse === true) words.push("response dropped");
  if (step.failOperation !== undefined) words.push(`operation fails with ${step.failOperation.code}`);
  return words.length === 0 ? undefined : words.join(", ");
}
