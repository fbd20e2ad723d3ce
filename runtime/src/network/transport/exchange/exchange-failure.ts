import type { IncomingHttpHeaders } from "node:http2";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { blame } from "../../../calls/error/broken-way.js";
import { StatusError, type FailureOrigin } from "../../../calls/error/status-error.js";
import type { Connection } from "../connection/connection.js";
import { errorCodes } from "../connection/error-codes.js";
import type { Http2Stream } from "../connection/http2-session.js";
import { receivedMetadata } from "./received-metadata.js";
import { goodbyeText } from "../connection/goodbye.js";
import { tooLargeForProxy } from "./request-headers.js";
import { noStatus, type Status, statusNumber } from "../status.js";
import { resetStatus } from "./status.js";

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

/** Codes by which servers and proxies refuse headers that are too large for them. */
const sizeCodes: readonly number[] = [errorCodes.protocol, errorCodes.enhanceYourCalm];

/** Why a stream has ended for which the server has sent no status. */
export function brokenStream(
  stream: Http2Stream,
  connection: Connection,
  call: OutgoingCall,
  received: Received,
): StatusError {
  const code = stream.rstCode;
  const { authority } = call.endpoint;
  const lost = connection.reason;
  const isEnded = lost?.includes(goodbyeText) ?? false;
  // What a connection has answered before was not too large for it.
  if (!received.header && !connection.way.hadAnswered && (isEnded || sizeCodes.includes(code))) {
    const tooLarge = tooLargeForProxy(call, lost ?? resetStatus(code).text);
    if (tooLarge) return tooLarge;
  }
  const isLeftBehind = !connection.isUsable && connection.hasRefused(stream);
  if ((isLeftBehind || code === errorCodes.refusedStream) && !received.header) {
    const text = `${authority} did not process the call: ${lost ?? "it refused the stream"}`;
    const failure = statusFailure({ code: statusNumber("UNAVAILABLE"), text }, received, "refused");
    // No loss: nothing was processed. A stream that was refused by itself says nothing about its connection.
    return isLeftBehind && !isEnded ? blame(failure, { ...connection.way, hadAnswered: false }) : failure;
  }
  if (lost !== undefined) {
    const text = `the connection to ${authority} was lost: ${lost}`;
    return blame(
      statusFailure({ code: statusNumber("UNAVAILABLE"), text }, received, "connection"),
      connection.way,
    );
  }
  if (code !== errorCodes.noError) {
    return statusFailure(resetStatus(code, stream.breach), received, "connection");
  }
  return statusFailure(noStatus, received, "connection");
}
