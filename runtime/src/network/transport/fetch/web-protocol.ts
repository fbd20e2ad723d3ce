import type { IncomingResponse, OutgoingCall } from "../../../calls/chain/interceptor.js";
import type { FetchAnswer } from "./fetch-function.js";
import type { ActiveFetch } from "./active-fetch.js";
import type { Header } from "./web-metadata.js";

/** The arguments of `fetch`. */
export interface WebRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Header[];
  readonly body: Uint8Array | undefined;
}

/** One of the protocols: encodes calls as requests and decodes responses. */
export interface Protocol {
  /**
   * Encodes a call as a request.
   *
   * @param leftMs Milliseconds until the deadline; Infinity for none.
   * @throws A StatusError if it cannot be sent.
   */
  request(call: OutgoingCall, leftMs: number): Promise<WebRequest>;
  /**
   * Decodes a response.
   *
   * @throws A StatusError: that of the server, or of a response that breaks the protocol.
   */
  read(call: OutgoingCall, answer: FetchAnswer, live: ActiveFetch): Promise<IncomingResponse>;
}

/** Returns the URL of a method, below the base URL of its service. */
export function callUrl({ endpoint, method }: OutgoingCall): string {
  return endpoint.target + method.path;
}
