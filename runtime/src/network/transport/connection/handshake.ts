import type { Socket } from "node:net";
import type { Clock } from "../../../base/time/clock.js";
import { afterArrivals } from "./arrivals.js";
import { HandshakeError } from "./connect-failure.js";
import type { BeginHttp2, Http2Session } from "./http2-session.js";

/** How long a server that has begun to speak may take until its SETTINGS are understood, in milliseconds. */
const speechMs = 2_000;

/** The parts that a handshake is made with. */
interface HandshakeParts {
  readonly socket: Socket;
  readonly windowBytes: number;
  readonly clock: Clock;
  readonly beginHttp2: BeginHttp2;
}

/**
 * HTTP/2 on a socket: ready when the server's SETTINGS are there, before which
 * nobody knows how many streams it takes. The session is made in the same turn as
 * the socket, since the server may speak first.
 *
 * @throws A HandshakeError; the signal's reason.
 */
export function shakeHands(
  { socket, windowBytes, clock, beginHttp2 }: HandshakeParts,
  signal: AbortSignal,
): Promise<Http2Session> {
  const session = beginHttp2({ socket, windowBytes });
  return new Promise((resolve, reject) => {
    let lastError: unknown;
    const stopWaiting = awaitSpeech(socket, clock, (heard) => {
      fail(new HandshakeError(`${heard} bytes of the server are not the SETTINGS of HTTP/2`));
    });
    const leave = (): void => {
      stopWaiting();
      signal.removeEventListener("abort", abort);
      session.off("remoteSettings", stand);
      session.off("close", close);
    };
    const fail = (error: unknown): void => {
      leave();
      session.destroy();
      socket.destroy();
      reject(error);
    };
    const stand = (): void => {
      leave();
      // Once and upward only: the window of a connection cannot be taken back.
      session.setLocalWindowSize(Math.max(windowBytes, smallestWindow));
      resolve(session);
    };
    const close = (): void => {
      fail(new HandshakeError("the server closed the connection before HTTP/2 began", { cause: lastError }));
    };
    const abort = (): void => fail(signal.reason);
    // Told of by `close`, which always follows; and never without a listener, for as long as the session lives.
    session.on("error", (error) => (lastError = error));
    session.once("remoteSettings", stand);
    session.once("close", close);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
  });
}

/** The window of every HTTP/2 connection at its start (RFC 9113, section 6.9.2). */
const smallestWindow = 65_535;

/**
 * Calls back if a server has begun to speak, and goes on in silence: bytes that HTTP/2 does not understand may be no
 * error to it, since it takes them for a frame whose rest is to come. The result ends the wait.
 */
function awaitSpeech(socket: Socket, clock: Clock, onStrange: (bytes: number) => void): () => void {
  let isOver = false;
  let cancel: (() => void) | undefined;
  const wait = (before: number): void => {
    cancel = clock.after(speechMs, () => afterArrivals(() => judge(before)), true);
  };
  const judge = (before: number): void => {
    if (isOver) return;
    const { bytesRead } = socket;
    if (bytesRead > 0 && bytesRead === before) onStrange(bytesRead);
    else wait(bytesRead);
  };
  wait(0);
  return () => {
    isOver = true;
    cancel?.();
  };
}
