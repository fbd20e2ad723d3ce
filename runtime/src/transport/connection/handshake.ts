import { connect, type ClientHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { HandshakeError } from "./connect-failure.js";

/** Megabytes: more than there are. Node's own limit of 10 fails calls when some hundred of them carry much. */
const maxSessionMemory = 2 ** 20;

/** Largest block of headers that is accepted, in bytes as RFC 9113 section 6.5.2 counts, and most headers in it. */
const maxHeaderListSize = 64 * 1024;
const maxHeaderListPairs = 2_000;

/**
 * HTTP/2 on a socket: ready when the server's SETTINGS are there, before which
 * nobody knows how many streams it takes. The session is made in the same turn as
 * the socket, since the server may speak first.
 *
 * @throws A HandshakeError; the signal's reason.
 */
export function shakeHands(
  socket: Socket,
  authority: string,
  windowBytes: number,
  signal: AbortSignal,
): Promise<ClientHttp2Session> {
  const session = connect(`http://${authority}`, {
    createConnection: () => socket,
    maxSessionMemory,
    maxHeaderListPairs,
    settings: { enablePush: false, initialWindowSize: windowBytes, maxHeaderListSize },
  });
  return new Promise((resolve, reject) => {
    let lastError: unknown;
    const leave = (): void => {
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
