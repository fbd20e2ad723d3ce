import type { Socket } from "node:net";
import type { Clock } from "../../../base/time/clock.js";
import { Http2Client } from "../../http2/http2-client.js";
import { defaultWindowBytes } from "../../http2/settings.js";
import { afterPendingReads } from "./after-pending-reads.js";
import { HandshakeError } from "./connect-failure.js";
import { ignoreError } from "./socket-event.js";

/** Milliseconds in which the server's SETTINGS must be complete after its first bytes. */
const settingsTimeoutMs = 2_000;

/** The dependencies of a handshake. */
interface HandshakeOptions {
  readonly socket: Socket;
  /** The flow-control window of the connection and of each stream, in bytes. */
  readonly windowBytes: number;
  /** The maximum to which the window grows, in bytes. */
  readonly maxWindowBytes: number;
  readonly clock: Clock;
}

/**
 * Starts HTTP/2 on a socket. The result is ready when the server's SETTINGS have arrived, since only they state how many
 * streams the server accepts (RFC 9113, section 3.4). The client is created in the same turn as the socket, because the
 * server may send first.
 *
 * @throws A HandshakeError; the signal's reason.
 */
export function handshake(
  { socket, windowBytes, maxWindowBytes, clock }: HandshakeOptions,
  signal: AbortSignal,
): Promise<Http2Client> {
  const client = new Http2Client({ socket, windowBytes, maxWindowBytes });
  return new Promise((resolve, reject) => {
    let lastError: unknown;
    const stopDetecting = detectOtherProtocol(socket, clock, (bytes) => {
      fail(new HandshakeError(`${bytes} bytes of the server are not the SETTINGS of HTTP/2`));
    });
    const cleanUp = (): void => {
      stopDetecting();
      signal.removeEventListener("abort", abort);
      client.off("remoteSettings", ready);
      client.off("close", close);
      client.off("error", noteError);
    };
    const fail = (error: unknown): void => {
      cleanUp();
      client.destroy();
      socket.destroy();
      reject(error);
    };
    const ready = (): void => {
      cleanUp();
      // Never below the default: the window of a connection cannot be reduced (RFC 9113, section 6.9.2).
      client.setLocalWindowSize(Math.max(windowBytes, defaultWindowBytes));
      resolve(client);
    };
    const close = (): void => {
      fail(new HandshakeError("the server closed the connection before HTTP/2 began", { cause: lastError }));
    };
    const abort = (): void => fail(signal.reason);
    // `close`, which always follows, ends the handshake.
    const noteError = (error: Error): void => void (lastError = error);
    client.on("error", noteError);
    // An error after the handshake must not crash the process.
    client.on("error", ignoreError);
    client.once("remoteSettings", ready);
    client.once("close", close);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
  });
}

/**
 * Calls back if the server has sent bytes, pauses, and the SETTINGS are not complete. Another protocol may look to HTTP/2
 * like the beginning of a long frame, which is not an error. Returns a function that ends the check.
 */
function detectOtherProtocol(socket: Socket, clock: Clock, onDetected: (bytes: number) => void): () => void {
  let isOver = false;
  let cancel: (() => void) | undefined;
  const wait = (bytesBefore: number): void => {
    cancel = clock.after(settingsTimeoutMs, () => afterPendingReads(() => check(bytesBefore)), true);
  };
  const check = (bytesBefore: number): void => {
    if (isOver) return;
    const { bytesRead } = socket;
    if (bytesRead > 0 && bytesRead === bytesBefore) onDetected(bytesRead);
    else wait(bytesRead);
  };
  wait(0);
  return () => {
    isOver = true;
    cancel?.();
  };
}
