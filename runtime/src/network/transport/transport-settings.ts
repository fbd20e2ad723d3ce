import type { BeginHttp2 } from "./connection/http2-session.js";
import type { ProxyOptions } from "./proxy-options.js";
import type { TlsOptions } from "./tls-options.js";

/** The settings that all connections and calls of a session have in common. */
export interface TransportSettings {
  /** Dials addresses that the session's options give without TLS. All others are dialled with it. */
  readonly isInsecure: boolean;
  readonly tls: TlsOptions;
  /** The `user-agent`. */
  readonly userAgent: string;
  /** Largest message that is accepted, in bytes, unpacked. */
  readonly maxReceiveBytes: number;
  /** Largest message that is sent, in bytes, before it is packed; Infinity for any. */
  readonly maxSendBytes: number;
  /** Whether requests are compressed with gzip. */
  readonly isCompressed: boolean;
  /** Silence under calls after which a connection is asked for a sign of life, in milliseconds; Infinity for never. */
  readonly keepaliveMs: number;
  /** How long the answer may take, in milliseconds. */
  readonly keepaliveTimeoutMs: number;
  /** The bytes that a server may send before they are read, on one stream and on a connection. */
  readonly windowBytes: number;
  /** Begins HTTP/2 on a socket. */
  readonly beginHttp2: BeginHttp2;
  /** Writes down what becomes of connections; undefined if nobody reads it. */
  readonly debug?:
    | ((event: "connection" | "ping" | "goaway", endpoint: string, text: string) => void)
    | undefined;
  /** The proxy to connect through; false for none; undefined for what the environment says. */
  readonly proxy: ProxyOptions | false | undefined;
}
