import type { IncomingHttpHeaders } from "node:http2";
import type { StatusCode } from "../../../calls/error/status-code.js";
import { errorCodes, errorName } from "../connection/error-codes.js";
import { foreignAnswer, type Status, statusNumber, statusOf } from "../status.js";

/** The status that headers or trailers carry; undefined if they carry none. */
export function grpcStatus(headers: IncomingHttpHeaders): Status | undefined {
  return statusOf(headers["grpc-status"], headers["grpc-message"]);
}

/** The meaning of an answer that is not gRPC: another server's, a gateway's, a proxy's. */
export function httpStatus(headers: IncomingHttpHeaders): Status | undefined {
  const status = Number(headers[":status"]);
  const type = String(headers["content-type"] ?? "");
  const isGrpc = /^application\/grpc(?:$|[+;])/.test(type);
  return status === 200 && isGrpc ? undefined : foreignAnswer(status, type, "gRPC");
}

/** Codes of resets (gRPC over HTTP/2, "Errors"); all others are INTERNAL. */
const resetCodes: { readonly [code: number]: StatusCode } = {
  [errorCodes.refusedStream]: "UNAVAILABLE",
  [errorCodes.cancel]: "CANCELLED",
  [errorCodes.enhanceYourCalm]: "RESOURCE_EXHAUSTED",
  [errorCodes.inadequateSecurity]: "PERMISSION_DENIED",
};

/** The meaning of a reset of the stream: by the server, or by this side because of a breach. */
export function resetStatus(code: number, breach?: string): Status {
  const who = breach === undefined ? "" : `, because its answer broke the protocol: ${breach}`;
  return {
    code: statusNumber(resetCodes[code] ?? "INTERNAL"),
    text: `the call was reset: RST_STREAM with code ${code} (${errorName(code)})${who}`,
  };
}
