import type { Socket } from "node:net";
import { errorText } from "../../../base/text/value-text.js";
import { goodbyeReason } from "./goodbye.js";
import { errorCodes } from "./error-codes.js";
import type { Http2Session } from "./http2-session.js";

/** The parts that end. */
interface EndParts {
  readonly session: Http2Session;
  readonly socket: Socket;
}

/** How a connection has ended, or will: the first reason that anybody gives. */
export class ConnectionEnd {
  #reason: string | undefined;
  #isOurs = false;
  #hasGoodbye = false;

  /** Listens to the errors of session and socket. */
  constructor({ session, socket }: EndParts) {
    session.on("error", (error) => this.fail(error));
    socket.on("error", (error) => this.fail(error));
  }

  /** Why it has ended. */
  get text(): string {
    if (this.#reason !== undefined) return this.#reason;
    if (this.#isOurs) return "it was closed";
    return this.#hasGoodbye
      ? "it was closed after the server's goodbye"
      : "the server closed it without a goodbye";
  }

  /** This side ends it, for a reason if it has one. */
  leave(reason?: string): void {
    this.#isOurs = true;
    this.#reason ??= reason;
  }

  /** Session, socket or a stream failed with the connection. */
  fail(error: unknown): void {
    if (this.#isOurs) return;
    // What HTTP/2 found wrong with what the server sent.
    if ((error as NodeJS.ErrnoException).code === "ERR_HTTP2_ERROR") this.noteBreach(errorText(error));
    else this.#reason ??= errorText(error);
  }

  /** The server said goodbye; gives whether in peace. */
  say(code: number, data: Uint8Array | undefined, times: () => number): boolean {
    this.#hasGoodbye = true;
    if (code === errorCodes.noError) return true;
    this.#reason = goodbyeReason(code, data, times());
    return false;
  }

  /** The server broke the protocol, and what was wrong if anybody knows. */
  noteBreach(what?: string): void {
    const detail = what === undefined ? ": nothing that it sends can be read any more" : ` (${what})`;
    this.#reason ??= `the server broke the protocol of HTTP/2${detail}`;
  }
}
