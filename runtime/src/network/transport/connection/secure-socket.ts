/**
 * TLS as a client. No other module of the runtime imports `node:tls` or `node:https`, because credentials follow: the
 * variable `NODE_TLS_REJECT_UNAUTHORIZED` must not disable verification.
 *
 * @module
 */
import type { ClientRequest } from "node:http";
import type { RequestOptions } from "node:https";
import { isIP, type Socket } from "node:net";
import {
  connect,
  type ConnectionOptions,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { invalidOption } from "../../../base/text/options-error.js";
import { alpnError } from "../../../calls/error/connect-error.js";
import { readCertificates, type TlsOptions } from "../tls-options.js";
import { waitForSocket } from "./socket-event.js";

export type { SecureContext };

/**
 * Loads the certificates of a session; undefined to use Node's own list only.
 *
 * @throws An OptionsError if one cannot be read, without the reason, which may quote it.
 */
export function makeSecureContext(tls: TlsOptions): SecureContext | undefined {
  const certificates = readCertificates(tls);
  if (Object.keys(certificates).length === 0) return undefined;
  try {
    return createSecureContext(certificates);
  } catch {
    throw invalidOption("tls", "the certificates or the key cannot be read");
  }
}

/**
 * Starts TLS on a socket. The certificate must match the host of the authority, whatever the address is, and the server
 * must choose HTTP/2 (ALPN, RFC 9113, section 3.2).
 *
 * @throws The error of the handshake; the signal's reason.
 */
export async function startTls(
  socket: Socket,
  host: string,
  secureContext: SecureContext | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = connect({
    ...(secureContext ? { secureContext } : {}),
    socket,
    host,
    // SNI cannot contain an address (RFC 6066, section 3); the certificate is checked anyway.
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ["h2"],
    rejectUnauthorized: true,
  });
  await waitForSocket(secured, "secureConnect", signal);
  if (secured.alpnProtocol === "h2") return secured;
  secured.destroy();
  throw alpnError();
}

/** Options of a request by HTTP/1.1. Its server is always verified. */
export type VerifiedRequest = Omit<RequestOptions, "rejectUnauthorized"> &
  Pick<ConnectionOptions, "ca" | "servername">;

/** Loads the function that opens requests to a URL: that of `node:http` or `node:https`. */
export async function loadRequest({ protocol }: URL): Promise<(options: VerifiedRequest) => ClientRequest> {
  const { request } = protocol === "https:" ? await import("node:https") : await import("node:http");
  return (options) => request({ ...options, rejectUnauthorized: true });
}
