import { constants, type ClientHttp2Stream, type IncomingHttpHeaders } from "node:http2";
import type { OutgoingCall } from "../../call/interceptor.js";
import { blame } from "../../error/broken-way.js";
import { localFailure, StatusError, type FailureOrigin } from "../../error/status-error.js";
import type { Connection } from "../connection/connection.js";
import { receivedMetadata } from "./received-metadata.js";
import { statusNumber, resetStatus, type Status } from "./status.js";

/** The part of an answer that came. */
interface Received {
  readonly header: IncomingHttpHeaders | undefined;
  readonly trailer: IncomingHttpHeaders | undefined;
}

/** The failure that a status says. */
export function statusFailure(
  { code, text }: Status,
  { header, trailer }: Received,
  origin: FailureOrigin = "server",
): StatusError {
  return new StatusError(code, text, receivedMetadata(header), receivedMetadata(trailer), origin);
}

/** Why a stream has ended for which the server has sent no status. */
export function brokenStream(
  stream: ClientHttp2Stream,
  connection: Connection,
  call: OutgoingCall,
  received: Received,
): StatusError {
  const code = stream.rstCode;
  const { authority } = call.endpoint;
  const lost = connection.reason;
  const isRefused =
    code === constants.NGHTTP2_REFUSED_STREAM || (!connection.isUsable && connection.hasRefused(stream));
  if (isRefused && !received.header) {
    const text = `${authority} did not process the call: ${lost ?? "it refused the stream"}`;
    return statusFailure({ code: statusNumber("UNAVAILABLE"), text }, received, "refused");
  }
  if (lost !== undefined) {
    const text = `the connection to ${authority} was lost: ${lost}`;
    return blame(
      statusFailure({ code: statusNumber("UNAVAILABLE"), text }, received, "connection"),
      connection.way,
    );
  }
  if (code !== constants.NGHTTP2_NO_ERROR) return statusFailure(resetStatus(code), received, "connection");
  return statusFailure(noStatus, received, "connection");
}

/** An answer that is cut off looks like one that has ended. */
export const noStatus: Status = {
  code: statusNumber("INTERNAL"),
  text: "the answer ended without a status, as if the connection was lost on the way",
};

/** The failure of a call that ran out of its time. */
export function timedOut(
  { limit }: OutgoingCall,
  state: string,
  origin: FailureOrigin = "connection",
): StatusError {
  const option = limit
    ? ` within ${limit.ms} ms, the limit of the option ${limit.option}`
    : " before the deadline";
  return localFailure("DEADLINE_EXCEEDED", `no answer${option}; the call ${state}`, origin);
}
