import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";

/** Largest list of headers that is accepted, in bytes as RFC 9113 section 6.5.2 counts, and most headers in it. */
export const headerLimits = { bytes: 64 * 1024, pairs: 2_000 };

/** A stream of HTTP/2, as the transport uses it. */
export interface Http2Stream {
  readonly id?: number | undefined;
  readonly rstCode: number;
  /** The reason for which this side has reset the stream, if the answer broke the rules and the reason is known. */
  readonly breach?: string | undefined;
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly readableLength: number;
  isPaused(): boolean;
  pause(): unknown;
  resume(): unknown;
  write(bytes: Uint8Array): boolean;
  end(bytes?: Uint8Array): unknown;
  close(code?: number): void;
  destroy(): unknown;
  on(
    event: "response" | "trailers",
    listener: (headers: IncomingHttpHeaders, flags: number) => void,
  ): unknown;
  on(event: "headers" | "close" | "end", listener: () => void): unknown;
  on(event: "data", listener: (part: Buffer) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  once(event: "drain" | "end", listener: () => void): unknown;
}

/** A connection of HTTP/2, as the transport uses it. */
export interface Http2Session {
  readonly closed: boolean;
  readonly destroyed: boolean;
  readonly remoteSettings: {
    readonly maxConcurrentStreams?: number | undefined;
    readonly maxHeaderListSize?: number | undefined;
  };
  request(headers: OutgoingHttpHeaders): Http2Stream;
  ping(answered: (error: Error | null, durationMs: number) => void): boolean;
  setLocalWindowSize(bytes: number): void;
  close(): void;
  destroy(): void;
  ref(): void;
  unref(): void;
  on(event: "remoteSettings" | "close", listener: () => void): unknown;
  on(
    event: "goaway",
    listener: (code: number, lastStreamId: number, data: Uint8Array | undefined) => void,
  ): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  once(event: "remoteSettings" | "close", listener: () => void): unknown;
  off(event: "remoteSettings" | "close", listener: () => void): unknown;
}

/** The parts that a session is begun with. */
export interface Http2Begin {
  readonly socket: Socket;
  /** The bytes that a server may send of one stream before they are read. */
  readonly windowBytes: number;
}

/** Begins HTTP/2 on a socket that is open. */
export type BeginHttp2 = (begin: Http2Begin) => Http2Session;
