import type { Endpoint } from "../../../runtime/src/calls/endpoint/endpoint.js";
import { OptionsError } from "../../../runtime/src/base/text/options-error.js";
import type { TransportSettings } from "../../../runtime/src/network/transport/transport-settings.js";
import { ChannelCredentials, type ChannelOptions } from "@grpc/grpc-js";

/** The credentials of a session's channels. Throws an OptionsError where a certificate cannot be read. */
export function channelCredentials({ isInsecure, tls }: TransportSettings): ChannelCredentials {
  if (isInsecure) return ChannelCredentials.createInsecure();
  try {
    return ChannelCredentials.createSsl(bytesOf(tls.ca as string), bytesOf(tls.key), bytesOf(tls.cert));
  } catch {
    // Without the library's own error, which may quote what it could not read.
    throw new OptionsError("OPTION_INVALID", "tls: the certificates or the key cannot be read");
  }
}

function bytesOf(pem: string | Uint8Array | undefined): Buffer | null {
  return pem === undefined ? null : Buffer.from(pem);
}

/** The options of the channel to one endpoint. */
export function channelOptions(endpoint: Endpoint, settings: TransportSettings): ChannelOptions {
  const options: ChannelOptions = {
    "grpc.default_authority": endpoint.authority,
    "grpc.primary_user_agent": settings.userAgent,
    "grpc.max_receive_message_length": settings.maxReceiveBytes,
    "grpc.max_send_message_length": settings.maxSendBytes === Infinity ? -1 : settings.maxSendBytes,
    // Retries are the call chain's; the library's own would hide attempts and buffer every message.
    "grpc.enable_retries": 0,
    // A TXT record of DNS must not change how calls behave.
    "grpc.service_config_disable_resolution": 1,
    // Between sessions nothing is shared, so that closing one closes its connections.
    "grpc.use_local_subchannel_pool": 1,
  };
  if (endpoint.isOverridden && !settings.isInsecure) options["grpc.ssl_target_name_override"] = endpoint.host;
  if (settings.keepaliveMs !== Infinity) {
    options["grpc.keepalive_time_ms"] = settings.keepaliveMs;
    options["grpc.keepalive_timeout_ms"] = settings.keepaliveTimeoutMs;
  }
  if (settings.isCompressed) options["grpc.default_compression_algorithm"] = gzip;
  return options;
}

/** The library's number for gzip. */
const gzip = 2;
