import type { Metadata } from "@grpc/grpc-js";

/** A call of any kind as it was received. */
export interface IncomingCall {
  /** The host and port that the client called. */
  readonly authority: string;
  readonly metadata: Metadata;
  /** The deadline of the call, if the client sets one. */
  readonly deadline: Date | undefined;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** The identifier in the response header `x-request-id`. */
  readonly requestId: string;
  /** The identifier of the attempt in the log of calls. Empty if it has none. */
  readonly attemptId: string;
  /** The encoded request messages: exactly one unless the client streams. */
  readonly requests: AsyncIterable<Uint8Array>;
}

/** Answers calls with encoded messages. Throws only StatusErrors. */
export type Responder = (call: IncomingCall) => AsyncIterable<Uint8Array>;

/** Returns more headers for the response to a call that arrives now. */
export type ResponseHeaders = () => Readonly<Record<string, string>>;

/** Returns headers by lowercase name, binary ones in base64. */
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
