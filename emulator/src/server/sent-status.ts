import type { OutgoingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { status } from "@grpc/grpc-js";
import type { StatusCode } from "../errors/status-code.js";

/** The status that was sent to a client. */
export interface SentStatus {
  readonly code: StatusCode;
  /** The message of the error. Empty for OK. */
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
  // gRPC over HTTP/2: a client reports most responses without a gRPC status as UNKNOWN.
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
