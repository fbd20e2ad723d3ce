import { connect, type Socket } from "node:net";
import type { Clock } from "../../../base/time/clock.js";
import { lookUpAddresses } from "./address-look-up.js";
import { afterArrivals } from "./arrivals.js";
import { raceAddresses } from "./address-race.js";
import type { DialGoal } from "./dial-goal.js";
import type { Timing } from "../timing.js";
import { connectFailure, connectTimeout } from "./connect-failure.js";
import { shakeHands } from "./handshake.js";
import type { Http2Session } from "./http2-session.js";
import { chooseProxy } from "./proxy-choice.js";
import { secure } from "./secure-socket.js";
import { untilEvent } from "./socket-event.js";
import { openTunnel } from "./tunnel.js";

/** An HTTP/2 session with its socket. */
export interface Dialled {
  readonly session: Http2Session;
  readonly socket: Socket;
  /** Milliseconds that TCP took to connect, or a proxy to open a tunnel. */
  readonly roundTripMs: number;
}

/** TCP asks for a sign of life too, which no server punishes: milliseconds of silence until it does. */
const tcpKeepaliveMs = 20_000;

/**
 * Makes one connection: the name, TCP, a proxy's tunnel, TLS and HTTP/2, under one
 * deadline for all of it. Whatever fails, nothing is left of it.
 *
 * @throws A StatusError that says why, for the calls that wait.
 */
export async function dial(goal: DialGoal, timing: Timing, signal: AbortSignal): Promise<Dialled> {
  const stop = new AbortController();
  const leave = (): void => stop.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  const cancel = timing.clock.after(
    timing.connectMs,
    () => afterArrivals(() => stop.abort(connectTimeout(goal, timing.connectMs))),
    true,
  );
  try {
    if (signal.aborted) leave();
    return await connectTo(goal, timing, stop.signal);
  } catch (error) {
    throw connectFailure(error, goal);
  } finally {
    cancel();
    signal.removeEventListener("abort", leave);
  }
}

async function connectTo(goal: DialGoal, { clock }: Timing, signal: AbortSignal): Promise<Dialled> {
  const { endpoint, settings, addresses } = goal;
  const { host, port } = endpoint.address;
  const proxy = chooseProxy(endpoint.address, settings.proxy, process.env);
  const through = proxy ? ` through the proxy that ${proxy.namedBy} names` : "";
  settings.debug?.("connection", endpoint.authority, `connects to ${endpoint.target}${through}`);
  const startMs = clock.nowMs();
  if (proxy) {
    const socket = await openTunnel(proxy, endpoint.address, signal);
    return { ...(await build(goal, clock, socket, signal)), roundTripMs: clock.nowMs() - startMs };
  }
  const order = addresses.order(await lookUpAddresses(host, signal), port);
  return await raceAddresses({
    addresses: order,
    clock,
    signal,
    attempt: (address, progress, stop) => tryAddress(goal, clock, address, stop, progress),
    discard: ({ session, socket }) => {
      session.destroy();
      socket.destroy();
    },
    onBad: (address, failure) => {
      addresses.fail(address, port);
      const said = failure?.message ?? "it is slow; the next address is tried as well";
      if (order.length > 1) settings.debug?.("connection", endpoint.authority, `${address}: ${said}`);
    },
    onGood: (address) => addresses.succeed(address, port),
  });
}

async function tryAddress(
  goal: DialGoal,
  clock: Clock,
  host: string,
  signal: AbortSignal,
  progress: () => void,
): Promise<Dialled> {
  const startMs = clock.nowMs();
  try {
    const socket = connect({ host, port: goal.endpoint.address.port });
    await untilEvent(socket, "connect", signal);
    const roundTripMs = clock.nowMs() - startMs;
    progress();
    return { ...(await build(goal, clock, socket, signal, progress)), roundTripMs };
  } catch (error) {
    throw connectFailure(error, goal);
  }
}

/** TLS and HTTP/2 on a socket. */
async function build(
  { endpoint, settings, tls }: DialGoal,
  clock: Clock,
  plain: Socket,
  signal: AbortSignal,
  progress?: () => void,
): Promise<Omit<Dialled, "roundTripMs">> {
  plain.setNoDelay(true);
  plain.setKeepAlive(true, tcpKeepaliveMs);
  const socket = tls ? await secure(plain, endpoint.host, tls.secureContext, signal) : plain;
  if (tls) progress?.();
  const { windowBytes, beginHttp2 } = settings;
  return { session: await shakeHands({ socket, windowBytes, clock, beginHttp2 }, signal), socket };
}
