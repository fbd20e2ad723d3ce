import { connect as connectSocket, type NetConnectOpts, type Socket } from "node:net";
import type { Clock } from "../../../base/time/clock.js";
import type { Http2Client } from "../../http2/http2-client.js";
import type { Timing } from "../timing.js";
import { lookUpAddresses } from "./address-look-up.js";
import { afterPendingReads } from "./after-pending-reads.js";
import { connectFailure, connectTimeout } from "./connect-failure.js";
import type { ConnectTarget } from "./connect-target.js";
import { raceAddresses } from "./happy-eyeballs.js";
import { handshake } from "./handshake.js";
import { chooseProxy } from "./proxy-choice.js";
import { startTls } from "./secure-socket.js";
import { waitForSocket } from "./socket-event.js";

/** A connection that is ready: the HTTP/2 client and its socket. */
export interface ConnectResult {
  readonly client: Http2Client;
  readonly socket: Socket;
  /** The IP address of the server; undefined behind a proxy and for a Unix socket. */
  readonly address?: string | undefined;
  /** Milliseconds that the socket took to connect, or a proxy to open a tunnel. */
  readonly roundTripMs: number;
}

/** Milliseconds of quiet until TCP sends its own keepalive probes (SO_KEEPALIVE), which no server counts as pings. */
const tcpKeepaliveMs = 20_000;

/**
 * Opens one connection: DNS, TCP, a proxy's tunnel, TLS and HTTP/2, all within `connectMs`. If any step fails, nothing
 * of the connection remains.
 *
 * @throws A StatusError with the reason, for the calls that wait.
 */
export async function connect(
  target: ConnectTarget,
  timing: Timing,
  signal: AbortSignal,
): Promise<ConnectResult> {
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const cancel = timing.clock.after(
    timing.connectMs,
    () => afterPendingReads(() => stop.abort(connectTimeout(target, timing.connectMs))),
    true,
  );
  try {
    if (signal.aborted) abort();
    return await connectTarget(target, timing, stop.signal);
  } catch (error) {
    throw connectFailure(error, target);
  } finally {
    cancel();
    signal.removeEventListener("abort", abort);
  }
}

async function connectTarget(
  target: ConnectTarget,
  { clock }: Timing,
  signal: AbortSignal,
): Promise<ConnectResult> {
  const { endpoint, settings, addressHealth } = target;
  const { host, port, socketPath } = endpoint.address;
  const proxy = chooseProxy(endpoint.address, settings.proxy, process.env);
  const through = proxy ? ` through the proxy that ${proxy.namedBy} names` : "";
  settings.debug?.("connection", endpoint.authority, `connects to ${endpoint.target}${through}`);
  const startMs = clock.nowMs();
  if (proxy) {
    const { openTunnel } = await import("./tunnel.js");
    const socket = await openTunnel(proxy, endpoint.address, signal);
    return { ...(await startHttp2(target, clock, socket, signal)), roundTripMs: clock.nowMs() - startMs };
  }
  if (socketPath !== undefined) return await connectAddress(target, clock, { path: socketPath }, signal);
  const addresses = addressHealth.sort(await lookUpAddresses(host, signal), port);
  return await raceAddresses({
    addresses,
    clock,
    signal,
    attempt: async (address, onProgress, stop) => ({
      ...(await connectAddress(target, clock, { host: address, port }, stop, onProgress)),
      address,
    }),
    discard: ({ client, socket }) => {
      client.destroy();
      socket.destroy();
    },
    onBadAddress: (address, failure) => {
      addressHealth.markFailed(address, port);
      const reason = failure?.message ?? "it is slow; the next address is tried as well";
      if (addresses.length > 1) settings.debug?.("connection", endpoint.authority, `${address}: ${reason}`);
    },
    onGoodAddress: (address) => addressHealth.markHealthy(address, port),
  });
}

async function connectAddress(
  target: ConnectTarget,
  clock: Clock,
  address: NetConnectOpts,
  signal: AbortSignal,
  onProgress?: () => void,
): Promise<ConnectResult> {
  const startMs = clock.nowMs();
  try {
    const socket = connectSocket(address);
    await waitForSocket(socket, "connect", signal);
    const roundTripMs = clock.nowMs() - startMs;
    onProgress?.();
    return { ...(await startHttp2(target, clock, socket, signal, onProgress)), roundTripMs };
  } catch (error) {
    throw connectFailure(error, target);
  }
}

/** Starts TLS, unless the target is plain, and HTTP/2 on a connected socket. */
async function startHttp2(
  { endpoint, settings, tls }: ConnectTarget,
  clock: Clock,
  plain: Socket,
  signal: AbortSignal,
  onProgress?: () => void,
): Promise<Omit<ConnectResult, "roundTripMs">> {
  plain.setNoDelay(true);
  plain.setKeepAlive(true, tcpKeepaliveMs);
  const socket = tls ? await startTls(plain, endpoint, tls, signal) : plain;
  if (tls) onProgress?.();
  const { windowBytes, maxWindowBytes } = settings;
  return { client: await handshake({ socket, windowBytes, maxWindowBytes, clock }, signal), socket };
}
