import type { Socket } from "node:net";

/**
 * Waits for the event by which a socket says that it is ready. A socket that fails
 * first, or that nobody waits for any more, is destroyed: it leaves nothing behind.
 *
 * @throws What the socket failed with; the signal's reason.
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
      // Whoever takes the socket listens to its errors; until then they end nothing.
      socket.on("error", () => undefined);
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
