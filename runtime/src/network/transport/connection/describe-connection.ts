import type { ConnectResult } from "./connect.js";
import type { ConnectTarget } from "./connect-target.js";

/** Describes a connection that is ready, for the debug log. */
export function describeConnection(
  { client, socket }: ConnectResult,
  { endpoint, tls }: ConnectTarget,
  tookMs: number,
): string {
  const { remoteAddress, remotePort } = socket;
  const peer = remoteAddress === undefined ? endpoint.target : `${remoteAddress}:${remotePort}`;
  const streams = client.remoteSettings.maxConcurrentStreams ?? "any number of";
  return `ready after ${Math.round(tookMs)} ms: ${peer}, ${tls ? "TLS" : "no TLS"}, at most ${streams} streams`;
}
