import { systemClock, type Clock } from "../../base/time/clock.js";

/** A pause that has not ended. */
interface Pause {
  readonly dueMs: number;
  readonly callback: () => void;
}

/**
 * The clock of a mock: pauses between attempts and polls move it forward and take no real time. They end in the order of their
 * times, also under fake timers. Limits such as `timeoutMs` of a call run by the clock below.
 */
export class MockClock implements Clock {
  #skippedMs = 0;
  #isTurning = false;
  readonly #pauses = new Set<Pause>();
  readonly #base: Clock;

  /** @param base The clock for everything but pauses. Default: the system clock. */
  constructor(base: Clock = systemClock) {
    this.#base = base;
  }

  nowMs(): number {
    return this.#base.nowMs() + this.#skippedMs;
  }

  epochMs(): number {
    return this.#base.epochMs() + this.#skippedMs;
  }

  after(delayMs: number, callback: () => void, inBackground?: boolean): () => void {
    return this.#base.after(delayMs, callback, inBackground);
  }

  pause(delayMs: number, callback: () => void): () => void {
    const pause: Pause = { dueMs: this.nowMs() + delayMs, callback };
    this.#pauses.add(pause);
    this.#turn();
    return () => this.#pauses.delete(pause);
  }

  /** Ends the first pause when all other work is done, then the next one. */
  #turn(): void {
    if (this.#isTurning || this.#pauses.size === 0) return;
    this.#isTurning = true;
    afterOtherWork(() => {
      this.#isTurning = false;
      const [first] = [...this.#pauses].sort((one, other) => one.dueMs - other.dueMs);
      if (!first) return;
      this.#pauses.delete(first);
      this.#skippedMs += Math.max(0, first.dueMs - this.nowMs());
      first.callback();
      this.#turn();
    });
  }
}

/** A port of a message channel, as browsers and Node have it. */
interface Port {
  addEventListener(event: "message", listener: () => void): void;
  start(): void;
  postMessage(message: unknown): void;
  close(): void;
}

/** Timers as they are when this module loads. Fake timers replace the global ones later. */
const { MessageChannel: Channel, setTimeout: setTimer } = globalThis;

/** Calls back in another turn of the event loop, so that a wait that never ends does not block the process. */
function afterOtherWork(callback: () => void): void {
  if (typeof Channel !== "function") {
    setTimer(callback, 0);
    return;
  }
  // The types of Node lack `addEventListener`.
  const { port1, port2 } = new Channel() as unknown as { readonly port1: Port; readonly port2: Port };
  port1.addEventListener("message", () => {
    port1.close();
    callback();
  });
  port1.start();
  port2.postMessage(undefined);
}
