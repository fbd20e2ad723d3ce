import type { FetchFunction } from "./fetch-function.js";
import type { MessageFormat } from "./json-format.js";

/** The protocols that `fetch` can carry. */
export type WebProtocol = "grpc-web" | "connect";

/** The settings of all calls of a session over `fetch`, with the gRPC channel arguments that they correspond to. */
export interface FetchSettings {
  readonly protocol: WebProtocol;
  readonly fetch: FetchFunction;
  /** The format of messages; undefined for the binary one. */
  readonly format: MessageFormat | undefined;
  /** Whether methods without side effects are called by GET. */
  readonly usesGet: boolean;
  /** The header `x-user-agent`, since pages cannot set `user-agent`: `grpc.primary_user_agent`. */
  readonly userAgent: string;
  /** The maximum size of a response message after decompression, in bytes: `grpc.max_receive_message_length`. */
  readonly maxReceiveBytes: number;
  /**
   * The maximum size of a request message before compression, in bytes, or Infinity: `grpc.max_send_message_length`.
   */
  readonly maxSendBytes: number;
  /** Whether requests are compressed with gzip, and compressed responses asked for. */
  readonly isCompressed: boolean;
  /** Tells the program that streams leave no connection to an endpoint for other calls. */
  readonly warnOfStreams: (endpoint: string, message: string) => void;
  /** Tells the program that an endpoint has not answered its first call, with the likely cause. */
  readonly warnOfSilence: (endpoint: string, message: string) => void;
}
