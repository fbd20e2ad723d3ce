import type { Warning } from "../../calls/chain/warnings.js";
import type { ProxyOptions } from "./proxy-options.js";
import type { TlsOptions } from "./tls-options.js";

/** The settings of all connections and calls of a session, with the gRPC channel arguments that they correspond to. */
export interface TransportSettings {
  /** Whether overridden endpoints are connected without TLS. All others use TLS. */
  readonly isInsecure: boolean;
  /** The certificates of TLS connections: gRPC's channel credentials. */
  readonly tls: TlsOptions;
  /** The header `user-agent`: `grpc.primary_user_agent`. */
  readonly userAgent: string;
  /** The maximum size of a response message after decompression, in bytes: `grpc.max_receive_message_length`. */
  readonly maxReceiveBytes: number;
  /**
   * The maximum size of a request message before compression, in bytes, or Infinity: `grpc.max_send_message_length`.
   */
  readonly maxSendBytes: number;
  /** Whether requests are compressed with gzip: `grpc.default_compression_algorithm`. */
  readonly isCompressed: boolean;
  /** Milliseconds without inbound data, under calls, until a keepalive ping, or Infinity: `grpc.keepalive_time_ms`. */
  readonly keepaliveMs: number;
  /** Milliseconds in which a keepalive ping must be acknowledged: `grpc.keepalive_timeout_ms`. */
  readonly keepaliveTimeoutMs: number;
  /**
   * The flow-control window of each stream and connection, in bytes (RFC 9113, section 6.9.2):
   * `grpc.http2.lookahead_bytes`.
   */
  readonly windowBytes: number;
  /** The maximum to which the window grows with the measured bandwidth, in bytes: `grpc.http2.bdp_probe`. */
  readonly maxWindowBytes: number;
  /**
   * Milliseconds after which a connection takes no more calls, so that the name is resolved again, or Infinity. gRPC has
   * this limit for servers: `grpc.max_connection_age_ms`.
   */
  readonly maxConnectionAgeMs: number;
  /** Writes the debug log of connections; undefined if it is off. */
  readonly debug?:
    | ((event: "connection" | "ping" | "goaway", endpoint: string, text: string) => void)
    | undefined;
  /** Logs a warning; undefined for none. */
  readonly warn?: ((warning: Warning) => void) | undefined;
  /**
   * The proxy, false for none, or undefined for that of the environment: `grpc.http_proxy`, `grpc.enable_http_proxy`.
   */
  readonly proxy: ProxyOptions | false | undefined;
}
