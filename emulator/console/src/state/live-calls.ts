/** The calls that the emulator receives, as they end. */
import type { ReceivedCall } from "../../../src/calls/received-call.js";
import { control, openControl } from "../api/control-client.js";
import { readEvents, readText } from "../api/server-events.js";

/** A call as the control API shows it. */
export type SeenCall = Omit<ReceivedCall, "time" | "deadline"> & {
  readonly time: string;
  readonly deadline?: string;
};

/** Whether calls arrive as they end. */
export type LiveStatus = "connecting" | "live" | "lost";

/** The number of calls that the page keeps. */
export const maxSeenCalls = 2000;
/** How often at most the page is drawn again, in milliseconds. */
const drawMs = 150;
const retryMs = 1500;

/** Follows the calls, and connects again when the emulator is back. */
export class LiveCalls {
  /** The newest call is the last one. */
  calls: readonly SeenCall[] = [];
  status: LiveStatus = "connecting";
  readonly #changed: (added: readonly SeenCall[]) => void;
  #pending: SeenCall[] = [];
  #isDue = false;

  /** @param changed is called when calls arrived or the status changed, at most once in 150 ms */
  constructor(changed: (added: readonly SeenCall[]) => void) {
    this.#changed = changed;
  }

  /** Follows the calls until the signal is aborted. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#connect(signal);
      } catch {
        // The status says so; the next try follows.
      }
      if (signal.aborted) return;
      this.#setStatus("lost");
      await new Promise((done) => setTimeout(done, retryMs));
    }
  }

  /** Removes the calls, here and in the emulator. */
  async clear(): Promise<void> {
    await control("/calls/clear", {});
    this.forget();
  }

  /** Removes the calls here. */
  forget(): void {
    this.calls = [];
    this.#pending = [];
    this.#changed([]);
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const path = `/calls?limit=${maxSeenCalls}`;
    const known = await control<{ last: number; calls: SeenCall[] }>(path, undefined, signal);
    this.calls = known.calls.filter(({ durationMs }) => durationMs !== undefined);
    const after = this.calls.reduce((last, { number }) => Math.max(last, number), 0);
    const response = await openControl(`/calls/stream?after=${after}`, undefined, signal);
    if (response.body === null) return;
    this.#setStatus("live");
    for await (const { type, data } of readEvents(readText(response.body)))
      if (type === "call") this.#add(JSON.parse(data) as SeenCall);
  }

  #setStatus(status: LiveStatus): void {
    this.status = status;
    this.#changed([]);
  }

  #add(call: SeenCall): void {
    this.#pending.push(call);
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#flush(), drawMs);
  }

  #flush(): void {
    this.#isDue = false;
    const added = this.#pending;
    this.#pending = [];
    this.calls = [...this.calls, ...added].slice(-maxSeenCalls);
    this.#changed(added);
  }
}
