import { isIP, type Socket } from "node:net";
import { connect, createSecureContext, type SecureContext, type TLSSocket } from "node:tls";
import { invalidOption } from "../../../base/text/options-error.js";
import { alpnRefusal } from "../../../calls/error/connect-refusal.js";
import { readCertificates, type TlsOptions } from "../tls-options.js";
import { untilEvent } from "./socket-event.js";

/**
 * The certificates of a session, read once; undefined for Node's own list alone.
 *
 * @throws An OptionsError if one cannot be read; without the reason, which may quote it.
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
 * TLS over a socket. The certificate must carry the host that the authority
 * names, whatever address was dialled, and the server must choose HTTP/2 (ALPN,
 * RFC 9113 section 3.2).
 *
 * @throws What the handshake failed with; the signal's reason.
 */
export async function secure(
  socket: Socket,
  host: string,
  secureContext: SecureContext | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = connect({
    ...(secureContext ? { secureContext } : {}),
    socket,
    host,
    // An address cannot be named in the handshake (RFC 6066, section 3); its certificate is checked all the same.
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ["h2"],
    // A token follows: the environment (NODE_TLS_REJECT_UNAUTHORIZED) must not switch this off.
    rejectUnauthorized: true,
  });
  await untilEvent(secured, "secureConnect", signal);
  if (secured.alpnProtocol === "h2") return secured;
  secured.destroy();
  throw new Error(alpnRefusal);
}
