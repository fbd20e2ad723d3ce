import { invalidOption, OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { isCertificate, isPrivateKey, type Pem, type PemBlock, readPem } from "./pem.js";
import { requireKeyPair, requireReadable } from "./tls-check.js";

/** The certificates of TLS connections, in PEM. Line ends may be written as `\n`, as in environment variables. */
export interface TlsOptions {
  /**
   * Certificates to trust instead of Node's own list, which is Mozilla's with what
   * `NODE_EXTRA_CA_CERTS` adds. The machine's roots, from Node 22.15 on:
   * `tls.getCACertificates("system")`.
   */
  readonly ca?: Pem | readonly Pem[] | undefined;
  /** The client's certificate, for servers that require one, and then the certificates of its issuers. Requires `key`. */
  readonly cert?: Pem | undefined;
  /** The private key of `cert`. */
  readonly key?: Pem | undefined;
  /** The passphrase of `key`, if it is encrypted. */
  readonly passphrase?: string | undefined;
}

/** The options of Node's TLS that are set. */
interface Certificates {
  ca?: string[];
  cert?: string[];
  key?: string[];
  passphrase?: string;
}

/**
 * Converts the options that are set to those of Node's TLS.
 *
 * @throws An OptionsError that shows nothing of a key, if an option does not contain its kind of PEM.
 */
export function readCertificates({ ca, cert, key, passphrase }: TlsOptions): Certificates {
  const found: Certificates = {};
  if (ca !== undefined) found.ca = readBlocks(ca, "tls.ca", isCertificate);
  if (cert !== undefined) found.cert = [readBlocks(cert, "tls.cert", isCertificate).join("")];
  if (key !== undefined) found.key = readBlocks(key, "tls.key", isPrivateKey).slice(0, 1);
  if (passphrase !== undefined) found.passphrase = passphrase;
  return found;
}

/**
 * Returns the certificates to trust of an option.
 *
 * @throws An OptionsError that names the option.
 */
export function readTrusted(ca: Pem | readonly Pem[], option: string): string[] {
  const found = readBlocks(ca, option, isCertificate);
  requireReadable(found, option);
  return found;
}

/**
 * Checks the options before a connection needs them.
 *
 * @throws An OptionsError that shows nothing of a key.
 */
export function checkTls(tls: TlsOptions): void {
  requireKnownNames(tls, ["ca", "cert", "key", "passphrase"] satisfies (keyof TlsOptions)[], "tls");
  const { ca, cert, key, passphrase } = tls;
  if ((cert === undefined) !== (key === undefined))
    throw missing("a client certificate needs both cert and key");
  if (passphrase !== undefined && key === undefined)
    throw missing("a passphrase needs the key that it is for");
  if (passphrase !== undefined && typeof passphrase !== "string")
    throw invalidOption("tls.passphrase", "write text");
  if (ca !== undefined) readTrusted(ca, "tls.ca");
  if (cert === undefined || key === undefined) return;
  const certificates = readBlocks(cert, "tls.cert", isCertificate);
  requireReadable(certificates, "tls.cert");
  requireKeyPair(certificates, readBlocks(key, "tls.key", isPrivateKey), passphrase);
}

function missing(problem: string): OptionsError {
  return new OptionsError("OPTION_MISSING", `tls: ${problem}`, { option: "tls" });
}

function readBlocks(
  value: Pem | readonly Pem[],
  option: string,
  isExpected: (block: PemBlock) => boolean,
): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (all.length === 0)
    throw invalidOption(option, "the list is empty; leave the option out to trust Node's own list");
  return all.flatMap((one) => {
    const isPem = typeof one === "string" || one instanceof Uint8Array;
    const blocks = isPem ? readPem(one) : [];
    const expected = blocks?.filter(isExpected).map(({ text }) => text) ?? [];
    if (expected.length === 0) throw invalidOption(option, explain(blocks));
    return expected;
  });
}

/** Returns why a value has no block of the kind that its option needs. It may be a key, so nothing of it is shown. */
function explain(blocks: readonly PemBlock[] | undefined): string {
  if (!blocks) return 'this is not complete PEM: an "-----END ...-----" is missing';
  const [first] = blocks;
  if (!first) return "this is not PEM; pass the content of the file, not its path";
  if (isPrivateKey(first)) return "this is a private key, not a certificate; are cert and key swapped?";
  if (isCertificate(first)) return "this is a certificate, not a private key; are cert and key swapped?";
  return `this is a ${first.label}, which does not belong here`;
}
