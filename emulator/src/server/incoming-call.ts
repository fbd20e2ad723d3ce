import type { Metadata } from "@grpc/grpc-js";

/** A call as it comes from the wire, of whatever kind. */
export interface IncomingCall {
  /** Host and port that the client called. */
  readonly authority: string;
  readonly metadata: Metadata;
  /** When the client gives up; undefined when it does not say. */
  readonly deadline: Date | undefined;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** Identifier that the response carries in the header `x-request-id`. */
  readonly requestId: string;
  /** Identifier of the attempt in the report; empty where it has none. */
  readonly attemptId: string;
  /** Messages of the request, encoded: exactly one unless the client streams. */
  readonly requests: AsyncIterable<Uint8Array>;
}

/** Answers calls with encoded messages. Throws only StatusErrors. */
export type Responder = (call: IncomingCall) => AsyncIterable<Uint8Array>;

/** Headers by name in lower case; binary ones in base64. */
export function readHeaders(metadata: Metadata): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, readonly string[]>();
  for (const name of Object.keys(metadata.getMap())) {
    headers.set(
      name.toLowerCase(),
      metadata.get(name).map((value) => (typeof value === "string" ? value : value.toString("base64"))),
    );
  }
  return headers;
}
