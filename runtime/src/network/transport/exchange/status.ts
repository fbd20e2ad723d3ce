import type { IncomingHttpHeaders } from "node:http2";
import type { StatusCode } from "../../../calls/error/status-code.js";
import { errorCodes, formatErrorCode } from "../../http2/error-codes.js";
import { httpErrorStatus, type Status, statusNumber, parseStatus } from "../status.js";

/** Returns the status in headers or trailers; undefined if they contain none. */
export function grpcStatus(headers: IncomingHttpHeaders): Status | undefined {
  return parseStatus(headers["grpc-status"], headers["grpc-message"]);
}

/**
 * Returns the status of a response that is not gRPC, such as that of a web server or a proxy; undefined if it is gRPC.
 */
export function httpStatus(headers: IncomingHttpHeaders): Status | undefined {
  const status = Number(headers[":status"]);
  const type = String(headers["content-type"] ?? "");
  const isGrpc = /^application\/grpc(?:$|[+;])/.test(type);
  return status === 200 && isGrpc ? undefined : httpErrorStatus(status, type, "gRPC");
}

/** The codes of RST_STREAM (gRPC over HTTP/2, "Errors"). All others are INTERNAL. */
const resetCodes: { readonly [code: number]: StatusCode } = {
  [errorCodes.refusedStream]: "UNAVAILABLE",
  [errorCodes.cancel]: "CANCELLED",
  [errorCodes.enhanceYourCalm]: "RESOURCE_EXHAUSTED",
  [errorCodes.inadequateSecurity]: "PERMISSION_DENIED",
};

/** Returns the status of an RST_STREAM: of the server, or of the client after a protocol error. */
export function resetStatus(code: number, protocolError?: string): Status {
  const details =
    protocolError === undefined ? "" : `, because its answer broke the protocol: ${protocolError}`;
  // The headers of the next attempt would break the server's compression again.
  const reason = code === errorCodes.compression ? "MESSAGE_TOO_LARGE" : "STREAM_RESET";
  return {
    code: statusNumber(resetCodes[code] ?? "INTERNAL"),
    text: `the call was reset: RST_STREAM with code ${code} (${formatErrorCode(code)})${details}`,
    clientReason: reason,
  };
}
