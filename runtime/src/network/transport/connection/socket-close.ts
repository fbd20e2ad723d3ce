import type { Socket } from "node:net";
import type { Clock } from "../../../base/time/clock.js";

/** Milliseconds that the server has to close its side of a connection that has ended. */
const closeTimeoutMs = 1_000;

/**
 * Closes the socket of a connection that has ended.
 *
 * @param hasCalls Whether the frames of active calls are still to be written.
 * @param destroy Called after a second in any case.
 */
export function closeSocket(socket: Socket, hasCalls: boolean, clock: Clock, destroy: () => void): void {
  if (socket.destroyed) return;
  // Not in this turn: the frames that reset a canceled call are still to be written.
  if (!hasCalls) setImmediate(() => socket.destroySoon());
  const cancel = clock.after(closeTimeoutMs, destroy, true);
  socket.once("close", cancel);
}
