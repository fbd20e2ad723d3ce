import type { Socket } from "node:net";

/**
 * Waits until a socket is ready. Destroys it if it fails or the signal aborts before.
 *
 * @throws The error of the socket; the signal's reason.
 */
export function waitForSocket(
  socket: Socket,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cleanUp = (): void => {
      signal.removeEventListener("abort", abort);
      socket.off(event, ready);
      socket.off("close", close);
    };
    const fail = (error: unknown): void => {
      cleanUp();
      socket.destroy();
      reject(error);
    };
    const ready = (): void => {
      cleanUp();
      socket.off("error", fail);
      // The caller adds its own listener; until then an error must not crash the process.
      socket.on("error", ignoreError);
      resolve();
    };
    const close = (): void => fail(new Error("the server closed the connection"));
    const abort = (): void => fail(signal.reason);
    socket.once(event, ready);
    socket.on("error", fail);
    socket.once("close", close);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
  });
}

/** A listener of a module, since a closure would keep everything of the waiting alive as long as the socket. */
export function ignoreError(): void {}
