import type { IncomingResponse, OutgoingCall } from "../../../calls/chain/interceptor.js";
import type { FetchAnswer } from "./fetch-function.js";
import type { ActiveFetch } from "./active-fetch.js";
import type { Header } from "./web-metadata.js";

/** A request that is ready to be sent. */
export interface WebRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Header[];
  readonly body: Uint8Array | undefined;
}

/** One of the protocols: what a call becomes on its way, and what an answer says. */
export interface Protocol {
  /**
   * A call as a request.
   *
   * @param leftMs The time that the call has; Infinity for any.
   * @throws A StatusError if it cannot be sent.
   */
  request(call: OutgoingCall, leftMs: number): Promise<WebRequest>;
  /**
   * What came back.
   *
   * @throws A StatusError: the server's, or that of an answer that breaks the protocol.
   */
  read(call: OutgoingCall, answer: FetchAnswer, live: ActiveFetch): Promise<IncomingResponse>;
}

/** Where a method is called: below the base of its service. */
export function callUrl({ endpoint, method }: OutgoingCall): string {
  return endpoint.target + method.path;
}
