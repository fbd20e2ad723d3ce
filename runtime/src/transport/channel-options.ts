import { credentials, type ChannelCredentials, type ChannelOptions } from "@grpc/grpc-js";
import { describe } from "../error/value-text.js";
import type { Endpoint } from "../endpoint/endpoint.js";
import { OptionsError, requireKnownNames } from "../error/options-error.js";

/** Certificates of TLS connections, in PEM. */
export interface TlsOptions {
  /** Certificates to trust in place of the system's. */
  readonly ca?: string | Uint8Array | undefined;
  /** The client's own certificate, for servers that ask for one; with `key`. */
  readonly cert?: string | Uint8Array | undefined;
  /** The private key of `cert`. */
  readonly key?: string | Uint8Array | undefined;
}

/** What all channels of a session have in common. */
export interface ChannelSettings {
  /** Connects without TLS. */
  readonly isInsecure: boolean;
  readonly tls: TlsOptions;
  /** First words of the `user-agent`. */
  readonly userAgent: string;
  /** Largest message that is accepted, in bytes. */
  readonly maxReceiveBytes: number;
  /** Largest message that is sent, in bytes. */
  readonly maxSendBytes: number;
  /** Pause after which a silent connection is asked for a sign of life, in milliseconds; undefined for never. */
  readonly keepaliveMs: number | undefined;
  /** Whether requests are compressed with gzip. */
  readonly isCompressed: boolean;
}

/** The credentials of a session's channels. Throws an OptionsError where a certificate cannot be read. */
export function channelCredentials({ isInsecure, tls }: ChannelSettings): ChannelCredentials {
  if (isInsecure) return credentials.createInsecure();
  requireKnownNames(tls, ["ca", "cert", "key"], "tls");
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    throw new OptionsError("tls: a client certificate needs both cert and key");
  }
  try {
    return credentials.createSsl(bytesOf(tls.ca, "ca"), bytesOf(tls.key, "key"), bytesOf(tls.cert, "cert"));
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    // The library's own message may quote what it could not read.
    throw new OptionsError("tls: the certificates or the key cannot be read; write them in PEM");
  }
}

function bytesOf(pem: string | Uint8Array | undefined, name: string): Buffer | null {
  if (pem === undefined) return null;
  const bytes = Buffer.from(pem);
  if (bytes.includes("-----BEGIN")) return bytes;
  throw new OptionsError(
    `tls.${name}: ${describe(typeof pem)} without PEM; pass the content of the file, not its path`,
  );
}

/** The options of the channel to one endpoint. */
export function channelOptions(endpoint: Endpoint, settings: ChannelSettings): ChannelOptions {
  const options: ChannelOptions = {
    "grpc.default_authority": endpoint.authority,
    "grpc.primary_user_agent": settings.userAgent,
    "grpc.max_receive_message_length": settings.maxReceiveBytes,
    "grpc.max_send_message_length": settings.maxSendBytes,
    // Retries are the call chain's; the library's own would hide attempts and buffer every message.
    "grpc.enable_retries": 0,
    // A TXT record of DNS must not change how calls behave.
    "grpc.service_config_disable_resolution": 1,
    // Between sessions nothing is shared, so that closing one closes its connections.
    "grpc.use_local_subchannel_pool": 1,
  };
  if (endpoint.isOverridden && !settings.isInsecure) options["grpc.ssl_target_name_override"] = endpoint.host;
  if (settings.keepaliveMs !== undefined) {
    options["grpc.keepalive_time_ms"] = settings.keepaliveMs;
    options["grpc.keepalive_timeout_ms"] = keepaliveTimeoutMs;
  }
  if (settings.isCompressed) options["grpc.default_compression_algorithm"] = gzip;
  return options;
}

/** How long a sign of life may take, in milliseconds. */
const keepaliveTimeoutMs = 10_000;

/** The library's number for gzip. */
const gzip = 2;
