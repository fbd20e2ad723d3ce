import type { OutgoingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { status } from "@grpc/grpc-js";
import type { StatusCode } from "../errors/status-code.js";

/** The status that a caller was sent. */
export interface SentStatus {
  readonly code: StatusCode;
  /** Message of the error; empty for OK. */
  readonly message: string;
}

/**
 * Returns the status in the trailers of a stream, or in its headers for a trailers-only response. Returns undefined if
 * none has been sent.
 */
export function sentStatus({ sentHeaders, sentTrailers }: ServerHttp2Stream): SentStatus | undefined {
  const headers: OutgoingHttpHeaders | undefined = sentTrailers ?? sentHeaders;
  const number = headers?.["grpc-status"];
  if (headers !== undefined && number !== undefined) {
    const code = (status[Number(number)] ?? "UNKNOWN") as StatusCode;
    return { code, message: decode(String(headers["grpc-message"] ?? "")) };
  }
  const httpStatus = Number(sentHeaders?.[":status"] ?? 200);
  // gRPC over HTTP/2: an answer without a gRPC status is UNKNOWN, most of all.
  return httpStatus === 200
    ? undefined
    : { code: "UNKNOWN", message: `HTTP ${httpStatus}: this is not a gRPC request` };
}

function decode(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
}
