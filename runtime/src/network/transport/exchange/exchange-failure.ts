import type { IncomingHttpHeaders } from "node:http2";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { withConnectionFailure } from "../../../calls/error/connection-failure.js";
import { StatusError, type FailureOrigin } from "../../../calls/error/status-error.js";
import type { Connection } from "../connection/connection.js";
import { errorCodes } from "../../http2/error-codes.js";
import type { Http2Stream } from "../../http2/http2-stream.js";
import { toMetadata } from "./received-metadata.js";
import { tooLargeForProxy } from "./request-headers.js";
import { noStatus, type Status, statusNumber } from "../status.js";
import { resetStatus } from "./status.js";

/** The part of a response that was received. */
interface Received {
  readonly header: IncomingHttpHeaders | undefined;
  readonly trailer: IncomingHttpHeaders | undefined;
}

/** Converts a status to a failure. */
export function statusFailure(
  { code, text, clientReason }: Status,
  { header, trailer }: Received,
  origin: FailureOrigin = "server",
): StatusError {
  return new StatusError(code, text, toMetadata(header), toMetadata(trailer), origin, clientReason);
}

/** The codes by which servers and proxies refuse headers that are too large for them. */
const sizeCodes: readonly number[] = [errorCodes.protocol, errorCodes.enhanceYourCalm];

/** Returns the failure of a stream that has closed without a status. */
export function streamFailure(
  stream: Http2Stream,
  connection: Connection,
  call: OutgoingCall,
  received: Received,
): StatusError {
  const code = stream.rstCode;
  const { authority } = call.endpoint;
  const reason = connection.closeReason;
  const lost = reason?.text;
  const clientReason = reason?.clientReason;
  const isEnded = reason?.isGoawayError ?? false;
  // If the connection has answered before, the size of the headers is not the reason.
  if (!received.header && !connection.loss.hadAnswered && (isEnded || sizeCodes.includes(code))) {
    const tooLarge = tooLargeForProxy(call, lost ?? resetStatus(code).text);
    if (tooLarge) return tooLarge;
  }
  const isLeftBehind = !connection.isUsable && connection.hasNotProcessed(stream);
  if ((isLeftBehind || code === errorCodes.refusedStream) && !received.header) {
    const text = `${authority} did not process the call: ${lost ?? "it refused the stream"}`;
    const status = { code: statusNumber("UNAVAILABLE"), text, clientReason };
    const failure = statusFailure(status, received, "refused");
    // Not a loss, since nothing was processed. A single refused stream says nothing about its connection.
    return isLeftBehind && !isEnded
      ? withConnectionFailure(failure, { ...connection.loss, hadAnswered: false, isOneEvent: false })
      : failure;
  }
  if (lost !== undefined) {
    const text = `the connection to ${authority} was lost: ${lost}`;
    return withConnectionFailure(
      statusFailure({ code: statusNumber("UNAVAILABLE"), text, clientReason }, received, "connection"),
      connection.loss,
    );
  }
  if (code !== errorCodes.noError) {
    return statusFailure(resetStatus(code, stream.protocolError), received, "connection");
  }
  return statusFailure(noStatus, received, "connection");
}
