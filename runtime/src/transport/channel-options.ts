import type { Endpoint } from "../endpoint/endpoint.js";
import { OptionsError } from "../text/options-error.js";
import type { ChannelSettings } from "./channel-settings.js";
import { ChannelCredentials, type ChannelOptions } from "./grpc-library.js";

/** The credentials of a session's channels. Throws an OptionsError where a certificate cannot be read. */
export function channelCredentials({ isInsecure, tls }: ChannelSettings): ChannelCredentials {
  if (isInsecure) return ChannelCredentials.createInsecure();
  try {
    return ChannelCredentials.createSsl(bytesOf(tls.ca), bytesOf(tls.key), bytesOf(tls.cert));
  } catch {
    // Without the library's own error, which may quote what it could not read.
    throw new OptionsError("tls: the certificates or the key cannot be read");
  }
}

function bytesOf(pem: string | Uint8Array | undefined): Buffer | null {
  return pem === undefined ? null : Buffer.from(pem);
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

/** How long the answer to a ping may take, in milliseconds. */
const keepaliveTimeoutMs = 10_000;

/** The library's number for gzip. */
const gzip = 2;
