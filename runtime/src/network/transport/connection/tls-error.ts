import { nodeErrorCode, errorText } from "../../../base/text/value-text.js";
import { alpnError, ConnectError } from "../../../calls/error/connect-error.js";

const opensslPrefix = "ERR_SSL_";
const withoutTls = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;

/**
 * Advice by the codes of failed handshakes: those of Node (`ERR_TLS_`), of alerts and OpenSSL (`ERR_SSL_`), and of the
 * verification of certificates (OpenSSL's `X509_V_ERR_`). Bun and Deno use the same codes.
 */
const advice: readonly (readonly [codes: RegExp, advice: string])[] = [
  [withoutTls, "the server does not speak TLS; a session with `insecure: true` does without it"],
  [
    /SELF_SIGNED|^UNABLE_TO_(?:GET|VERIFY)|^INVALID_PURPOSE$/,
    "the option `tls.ca` takes the roots to trust instead of the system's",
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the certificate is for another host"],
  [
    /^ERR_SSL_.*(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/,
    "the options `tls.cert` and `tls.key` take the client's certificate",
  ],
  [/CERT|CRL|ALERT_(?:PROTOCOL_VERSION|HANDSHAKE_FAILURE)$|NO_PROTOCOLS_AVAILABLE$/, ""],
];

/** Returns the error of a handshake that failed for its protocol or certificates, with advice; undefined for all others. */
export function tlsError(error: unknown): ConnectError | undefined {
  const code = nodeErrorCode(error);
  if (code.endsWith("NO_APPLICATION_PROTOCOL")) return alpnError({ cause: error });
  const found = advice.find(([codes]) => codes.test(code));
  if (!found) return undefined;
  return new ConnectError("TLS_FAILED", `${tlsReason(error)}${found[1] && `; ${found[1]}`}`, {
    cause: error,
  });
}

/** Whether an error means that the server does not speak TLS. */
export function isWithoutTls(error: unknown): boolean {
  return withoutTls.test(nodeErrorCode(error));
}

/** Returns the reason of an error: of OpenSSL without the names of its files. */
export function tlsReason(error: unknown): string {
  const code = nodeErrorCode(error);
  if (!code.startsWith(opensslPrefix)) return errorText(error);
  return code.slice(opensslPrefix.length).replaceAll("_", " ").toLowerCase();
}
