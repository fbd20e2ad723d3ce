import type { Socket } from "node:net";
import { permanentReason, type PermanentReason } from "../../../calls/error/connect-error.js";
import { errorText } from "../../../base/text/value-text.js";
import { errorCodes } from "../../http2/error-codes.js";
import type { Http2Client } from "../../http2/http2-client.js";
import { ProtocolError } from "../../http2/protocol-error.js";
import { goawayError } from "./goaway.js";

/** The sources of errors that a {@link CloseReason} listens to. */
interface CloseReasonOptions {
  readonly client: Http2Client;
  readonly socket: Socket;
}

/** Why a connection has closed or will close: the first reason that is reported. */
export class CloseReason {
  #reason: string | undefined;
  #goawayError: Error | undefined;
  #isClosedByClient = false;
  #hasGoaway = false;

  /** Listens to the errors of the HTTP/2 client and the socket. */
  constructor({ client, socket }: CloseReasonOptions) {
    client.on("error", (error) => this.onError(error));
    socket.on("error", (error) => this.onError(error));
  }

  /** The reason as text. */
  get text(): string {
    if (this.#reason !== undefined) return this.#reason;
    if (this.#isClosedByClient) return "it was closed";
    return this.#hasGoaway ? "it was closed after a GOAWAY" : "the server closed it without a GOAWAY";
  }

  /** Whether the network or the server ended the connection, also by no longer answering. */
  get isLoss(): boolean {
    return !this.#isClosedByClient || this.#reason !== undefined;
  }

  /** Whether a GOAWAY with an error code ended the connection. */
  get isGoawayError(): boolean {
    return this.#goawayError !== undefined;
  }

  /** The reason if the next connection would probably end in the same way. */
  get clientReason(): PermanentReason | undefined {
    return permanentReason(this.#goawayError);
  }

  /** Notes that the client closes the connection, with a reason if it has one. */
  onClosedByClient(reason?: string): void {
    this.#isClosedByClient = true;
    this.#reason ??= reason;
  }

  /** Notes an error of the HTTP/2 client, the socket or a stream. */
  onError(error: unknown): void {
    if (this.#isClosedByClient) return;
    if (error instanceof ProtocolError) this.onProtocolError(errorText(error));
    else this.#reason ??= errorText(error);
  }

  /**
   * Notes a GOAWAY. Returns whether its code is NO_ERROR.
   *
   * @param times Returns the number of connections in a row that ended by this code without a response.
   */
  onGoaway(code: number, debugData: Uint8Array | undefined, times: () => number): boolean {
    this.#hasGoaway = true;
    if (code === errorCodes.noError) return true;
    this.#goawayError = goawayError(code, debugData, times());
    this.#reason = this.#goawayError.message;
    return false;
  }

  /** Notes that the server broke the protocol, with the details if they are known. */
  onProtocolError(details?: string): void {
    const suffix = details === undefined ? ": nothing that it sends can be read any more" : ` (${details})`;
    this.#reason ??= `the server broke the protocol of HTTP/2${suffix}`;
  }
}
