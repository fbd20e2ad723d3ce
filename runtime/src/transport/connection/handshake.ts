import type { Socket } from "node:net";
import type { Clock } from "../../time/clock.js";
import { afterArrivals } from "./arrivals.js";
import { breachReason } from "./breach.js";
import { HandshakeError } from "./connect-failure.js";
import type { FrameLog } from "./frame-log.js";
import type { BeginHttp2, Http2Session } from "./http2-session.js";
import { WatchedSocket } from "./watched-socket.js";

/** How long a server that has begun to speak may take until its SETTINGS are understood, in milliseconds. */
const speechMs = 2_000;

/** The parts that a handshake is made with. */
interface HandshakeParts {
  readonly socket: Socket;
  readonly authority: string;
  readonly windowBytes: number;
  readonly clock: Clock;
  /** Notes the frames, if anybody wants them. */
  readonly frames: FrameLog | undefined;
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
  { socket, authority, windowBytes, clock, frames, beginHttp2 }: HandshakeParts,
  signal: AbortSignal,
): Promise<Http2Session> {
  const wire = frames ? new WatchedSocket(socket, frames) : socket;
  const session = beginHttp2({ authority, wire, socket, windowBytes });
  return new Promise((resolve, reject) => {
    let lastError: unknown;
    const stopWaiting = awaitSpeech(socket, clock, (heard) => {
      const seen = frames?.text === undefined ? "" : ` (${frames.text})`;
      fail(new HandshakeError(`${heard} bytes of the server are not the SETTINGS of HTTP/2${seen}`));
    });
    const leave = (): void => {
      stopWaiting();
      signal.removeEventListener("abort", abort);
      session.off("remoteSettings", stand);
      session.off("close", close);
      socket.off("error", broken);
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
    const close = (): void => broken(lastError);
    const broken = (cause: unknown): void => {
      fail(new HandshakeError("the server closed the connection before HTTP/2 began", { cause }));
    };
    const abort = (): void => fail(signal.reason);
    frames?.onVerdict((what) => fail(new HandshakeError(breachReason(frames, what))));
    // Told of by `close`, which always follows; and never without a listener, for as long as the session lives.
    session.on("error", (error) => (lastError = error));
    session.once("remoteSettings", stand);
    session.once("close", close);
    // A server of TLS 1.3 refuses a client after the client's own handshake has ended, and the session then never closes.
    socket.on("error", broken);
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
