import { OptionsError, requireKnownNames } from "../text/options-error.js";

/** Certificates of TLS connections, in PEM. */
export interface TlsOptions {
  /** Certificates to trust instead of the system's. */
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
  /** Idle time after which a connection is pinged, in milliseconds; undefined for never. */
  readonly keepaliveMs: number | undefined;
  /** Whether requests are compressed with gzip. */
  readonly isCompressed: boolean;
}

/** Checks certificates before a connection needs them. Throws an OptionsError that shows nothing of a key. */
export function checkTls(tls: TlsOptions): void {
  requireKnownNames(tls, ["ca", "cert", "key"], "tls");
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    throw new OptionsError("tls: a client certificate needs both cert and key");
  }
  for (const [name, pem] of Object.entries(tls)) {
    if (pem === undefined || isPem(pem)) continue;
    throw new OptionsError(`tls.${name}: this is not PEM; pass the content of the file, not its path`);
  }
}

function isPem(value: unknown): boolean {
  const isBytes = typeof value === "string" || value instanceof Uint8Array;
  return isBytes && Buffer.from(value).includes("-----BEGIN");
}
