import type { FetchFunction } from "./fetch-function.js";
import type { MessageFormat } from "./json-format.js";

/** The protocols that `fetch` can carry. */
export type WebProtocol = "grpc-web" | "connect";

/** The settings that all calls of a session over `fetch` have in common. */
export interface FetchSettings {
  readonly protocol: WebProtocol;
  readonly fetch: FetchFunction;
  /** The format of messages; undefined for the binary one. */
  readonly format: MessageFormat | undefined;
  /** Whether methods without side effects are called by GET. */
  readonly usesGet: boolean;
  /** The `x-user-agent`: pages cannot set the other. */
  readonly userAgent: string;
  /** Largest message that is accepted, in bytes, unpacked. */
  readonly maxReceiveBytes: number;
  /** Largest message that is sent, in bytes, before it is packed; Infinity for any. */
  readonly maxSendBytes: number;
  /** Whether requests are compressed with gzip, and compressed responses asked for. */
  readonly isCompressed: boolean;
  /** Tells the program that streams leave no connection to an endpoint for other calls. */
  readonly warnOfStreams: (endpoint: string, message: string) => void;
}
