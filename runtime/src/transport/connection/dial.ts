import type { ClientHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Clock } from "../../time/clock.js";
import type { DialGoal, Timing } from "./dial-goal.js";
import { raceAddresses } from "./address-race.js";
import { connectFailure, connectTimeout } from "./connect-failure.js";
import { shakeHands } from "./handshake.js";
import { chooseProxy } from "./proxy-choice.js";
import { secure } from "./secure-socket.js";
import { openTunnel } from "./tunnel.js";

/** An HTTP/2 session with its socket. */
export interface Dialled {
  readonly session: ClientHttp2Session;
  readonly socket: Socket;
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
    () => stop.abort(connectTimeout(goal, timing.connectMs)),
    true,
  );
  try {
    if (signal.aborted) leave();
    return await layers(goal, timing.clock, stop.signal);
  } catch (error) {
    throw connectFailure(error, goal);
  } finally {
    cancel();
    signal.removeEventListener("abort", leave);
  }
}

async function layers(goal: DialGoal, clock: Clock, signal: AbortSignal): Promise<Dialled> {
  const { endpoint, settings, tls } = goal;
  const proxy = chooseProxy(endpoint.address, settings.proxy, process.env);
  const through = proxy ? ` through the proxy that ${proxy.namedBy} names` : "";
  settings.debug?.("connection", endpoint.authority, `connects to ${endpoint.target}${through}`);
  let socket = proxy
    ? await openTunnel(proxy, endpoint.address, signal)
    : await raceAddresses(endpoint.address, clock, signal);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, tcpKeepaliveMs);
  if (tls) socket = await secure(socket, endpoint.host, tls.secureContext, signal);
  const session = await shakeHands(socket, endpoint.authority, settings.windowBytes, signal);
  return { session, socket };
}
