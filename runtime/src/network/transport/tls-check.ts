import type { KeyObject, X509Certificate } from "node:crypto";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { isEncrypted } from "./pem.js";

/** Loaded when needed: few sessions have certificates. */
const crypto = () => process.getBuiltinModule("node:crypto");

/**
 * Parses each certificate, because OpenSSL ignores those that follow a broken one.
 *
 * @throws An OptionsError that names the option.
 */
export function requireReadable(certificates: readonly string[], option: string): void {
  for (const place of certificates.keys()) parseCertificate(certificates, place, option);
}

/**
 * Checks that the key belongs to the first certificate. OpenSSL takes a key of another kind, and then sends no
 * certificate.
 *
 * @throws An OptionsError that shows nothing of the key.
 */
export function requireKeyPair(
  certificates: readonly string[],
  [key = ""]: readonly string[],
  passphrase: string | undefined,
): void {
  if (isPair(parseCertificate(certificates, 0, "tls.cert"), parseKey(key, passphrase))) return;
  throw invalidOption("tls.key", "this is not the key of the first certificate in tls.cert");
}

function isPair(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    // Some versions of Deno do not have the method. The server decides there.
    return true;
  }
}

function parseCertificate(certificates: readonly string[], place: number, option: string): X509Certificate {
  try {
    return new (crypto().X509Certificate)(certificates[place] ?? "");
  } catch {
    throw invalidOption(option, `certificate ${place + 1} of ${certificates.length} cannot be read`);
  }
}

function parseKey(key: string, passphrase: string | undefined): KeyObject {
  try {
    return crypto().createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch {
    // The error of OpenSSL may quote the key.
    if (!isEncrypted(key)) throw invalidOption("tls.key", "the private key cannot be read");
    if (passphrase !== undefined) throw invalidOption("tls.passphrase", "it does not decrypt tls.key");
    throw new OptionsError("OPTION_MISSING", "tls: key is encrypted; give its passphrase too", {
      option: "tls.passphrase",
    });
  }
}
