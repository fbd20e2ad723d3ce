import type { Clock } from "../../../base/time/clock.js";

/** Milliseconds for which an address that failed is tried after the others. gRPC has no argument for it. */
const failureMemoryMs = 60_000;

/**
 * Remembers for a minute which addresses failed or were too slow. All subchannels of a session share it. It changes the
 * order in which addresses are tried, and drops none.
 */
export class AddressHealth {
  readonly #clock: Clock;
  /** The time of the last failure by address and port, the latest at the end. */
  readonly #failedMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that an address failed or was too slow. */
  markFailed(host: string, port: number): void {
    const nowMs = this.#clock.nowMs();
    for (const [known, failedMs] of this.#failedMs) {
      if (nowMs - failedMs >= failureMemoryMs) this.#failedMs.delete(known);
    }
    this.#failedMs.delete(key(host, port));
    this.#failedMs.set(key(host, port), nowMs);
  }

  /** Notes that a connection to an address is ready. */
  markHealthy(host: string, port: number): void {
    this.#failedMs.delete(key(host, port));
  }

  /** Returns the addresses with those that failed at the end, the oldest failure first. */
  sort(hosts: readonly string[], port: number): string[] {
    const failedMs = (host: string): number => {
      const atMs = this.#failedMs.get(key(host, port)) ?? -Infinity;
      return this.#clock.nowMs() - atMs < failureMemoryMs ? atMs : -Infinity;
    };
    return hosts.toSorted((one, other) => {
      const [first, second] = [failedMs(one), failedMs(other)];
      return first === second ? 0 : first - second;
    });
  }
}

function key(host: string, port: number): string {
  return `${host} ${port}`;
}
