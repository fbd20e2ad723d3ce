import type { FrameLog } from "./frame-log.js";

/**
 * The reason of a connection that ends because the server broke the protocol.
 *
 * @param frames Its frames, if they were noted.
 * @param what The code and what was wrong, if anybody knows.
 */
export function breachReason(frames: FrameLog | undefined, what?: string): string {
  const frame = frames?.lastReceived;
  const text = `the server broke the protocol of HTTP/2${frame === undefined ? "" : ` with the frame ${frame}`}`;
  return what === undefined ? `${text}: nothing that it sends can be read any more` : `${text} (${what})`;
}
