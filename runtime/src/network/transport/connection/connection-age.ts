import type { Socket } from "node:net";
import type { Timing } from "../timing.js";

/** The connection whose age is limited, and the limit. */
interface AgeOptions extends Pick<Timing, "clock" | "random"> {
  /** Milliseconds, or Infinity. */
  readonly maxAgeMs: number;
  /** Its end cancels the timer. */
  readonly socket: Socket;
}

/**
 * Calls back when a connection has reached its maximum age, give or take a tenth, so that clients which connected together
 * do not reconnect together.
 */
export function limitAge(
  { clock, random, maxAgeMs, socket }: AgeOptions,
  onTooOld: (reason: string) => void,
): void {
  if (maxAgeMs === Infinity) return;
  const reason = "it has reached maxConnectionAgeMs of the session";
  const cancel = clock.after(maxAgeMs * (0.9 + 0.2 * random()), () => onTooOld(reason), true);
  socket.once("close", cancel);
}
