/**
 * TLS as a client. No other module of the runtime imports `node:tls` or `node:https`, because credentials follow: the
 * variable `NODE_TLS_REJECT_UNAUTHORIZED` must not disable verification.
 *
 * @module
 */
import type { ClientRequest } from "node:http";
import type { RequestOptions } from "node:https";
import { isIP, type Socket } from "node:net";
import type { ConnectionOptions, SecureContext, SecureContextOptions, TLSSocket } from "node:tls";
import { invalidOption } from "../../../base/text/options-error.js";
import { alpnError } from "../../../calls/error/connect-error.js";
import { readCertificates, type TlsOptions } from "../tls-options.js";
import { waitForSocket } from "./socket-event.js";
import type { TlsSessions } from "./tls-sessions.js";

/** The TLS settings of a session. */
export interface ClientTls {
  /** The certificates; undefined to use Node's own list only. */
  readonly secureContext: SecureContext | undefined;
  /** The sessions that connections with these certificates can resume. */
  readonly sessions: TlsSessions;
}

/** The server of a TLS connection. */
interface TlsTarget {
  /** The host of the authority, which the certificate must match, whatever the address is. */
  readonly host: string;
  /** The address, with its port. */
  readonly target: string;
}

/** Loaded when needed: the import takes a twentieth of the first call of a program without TLS. */
const tls = () => process.getBuiltinModule("node:tls");
const constants = () => process.getBuiltinModule("node:crypto").constants;

/**
 * The requirements of HTTP/2 (RFC 9113, section 9.2), whatever `--tls-min-v1.0` and `--tls-cipher-list` say. TLS 1.3 has
 * no other cipher suites than these three. Those of TLS 1.2 have an ephemeral key and authenticated encryption.
 */
const requirements = (): SecureContextOptions => ({
  minVersion: "TLSv1.2",
  ciphers: [
    "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256",
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305",
  ].join(":"),
  secureOptions: constants().SSL_OP_NO_RENEGOTIATION | constants().SSL_OP_NO_COMPRESSION,
});

export type { SecureContext };

/**
 * Loads the certificates of a session; undefined to use Node's own list only.
 *
 * @throws An OptionsError if one cannot be read, without the reason, which may quote it.
 */
export function makeSecureContext(options: TlsOptions): SecureContext | undefined {
  const certificates = readCertificates(options);
  if (Object.keys(certificates).length === 0) return undefined;
  try {
    return tls().createSecureContext({ ...requirements(), ...certificates });
  } catch {
    throw invalidOption("tls", "the certificates or the key cannot be read");
  }
}

/**
 * Starts TLS on a socket, and resumes the last session with the server. The certificate must match the host of the
 * authority, and the server must choose HTTP/2 (ALPN, RFC 9113, section 3.2).
 *
 * @throws The error of the handshake; the signal's reason.
 */
export async function startTls(
  socket: Socket,
  { host, target }: TlsTarget,
  { secureContext, sessions }: ClientTls,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const key = `${host} ${target}`;
  const secured = tls().connect({
    ...(secureContext ? { secureContext } : requirements()),
    socket,
    host,
    session: sessions.get(key),
    // SNI cannot contain an address (RFC 6066, section 3); the certificate is checked anyway.
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ["h2"],
    rejectUnauthorized: true,
  });
  secured.on("session", (session: Buffer) => {
    // The session of a server that was refused must not be resumed, since resuming verifies nothing.
    if (secured.authorized) sessions.set(key, session);
  });
  try {
    await waitForSocket(secured, "secureConnect", signal);
    if (secured.alpnProtocol === "h2") return secured;
  } catch (error) {
    sessions.delete(key);
    throw error;
  }
  secured.destroy();
  throw alpnError();
}

/** Options of a request by HTTP/1.1. Its server is always verified. */
export type VerifiedRequest = Omit<RequestOptions, "rejectUnauthorized"> &
  Pick<ConnectionOptions, "ca" | "servername" | "socket">;

/** Loads the function that opens requests to a URL: that of `node:http` or `node:https`. */
export async function loadRequest({ protocol }: URL): Promise<(options: VerifiedRequest) => ClientRequest> {
  const { request } = protocol === "https:" ? await import("node:https") : await import("node:http");
  return (options) => request({ ...options, rejectUnauthorized: true });
}

/** Returns certificates to trust beside Node's own list, for a server of another operator than the API's. */
export function besideRoots(ca: string | undefined): TlsOptions | undefined {
  return ca === undefined ? undefined : { ca: [...tls().rootCertificates, ca] };
}
