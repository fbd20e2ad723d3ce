import type { Clock } from "../../../base/time/clock.js";

/** How long an address that answered badly is tried after the others, in milliseconds. */
const memoryMs = 60_000;

/**
 * The addresses that answered badly, or not at all, in the last minute; one memory for all
 * lanes of a session. It changes the order in which addresses are tried, and drops none.
 */
export class KnownAddresses {
  readonly #clock: Clock;
  /** By address and port, when it answered badly; the latest is last. */
  readonly #failedMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An address answered badly, or was silent for too long. */
  fail(host: string, port: number): void {
    const nowMs = this.#clock.nowMs();
    for (const [known, failedMs] of this.#failedMs) {
      if (nowMs - failedMs >= memoryMs) this.#failedMs.delete(known);
    }
    this.#failedMs.delete(key(host, port));
    this.#failedMs.set(key(host, port), nowMs);
  }

  /** An address has a connection. */
  succeed(host: string, port: number): void {
    this.#failedMs.delete(key(host, port));
  }

  /** The same addresses, with those that answered badly last; of these, the one whose failure is oldest is first. */
  order(hosts: readonly string[], port: number): string[] {
    const failedMs = (host: string): number => {
      const atMs = this.#failedMs.get(key(host, port)) ?? -Infinity;
      return this.#clock.nowMs() - atMs < memoryMs ? atMs : -Infinity;
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
