/** A PEM text or its bytes, which may contain several blocks (RFC 7468). */
export type Pem = string | Uint8Array;

/** A block of PEM: `-----BEGIN CERTIFICATE-----`, and the text up to its end. */
export interface PemBlock {
  /** The label: `CERTIFICATE`, `EC PRIVATE KEY`. */
  readonly label: string;
  /** The block with line ends. */
  readonly text: string;
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \1-----/gs;

/**
 * Reads the blocks of a PEM text. Environment variables and secret managers often change its line ends: to a backslash
 * and n, to blanks, or to nothing. They are restored. Returns undefined if a block has no end.
 */
export function readPem(pem: Pem): PemBlock[] | undefined {
  const text = (typeof pem === "string" ? pem : Buffer.from(pem).toString()).replace(/(?:\\+r)?\\+n/g, "\n");
  const blocks = Array.from(text.matchAll(block), ([, label = "", body = ""]) => ({
    label,
    text: `-----BEGIN ${label}-----\n${restoreLines(body)}\n-----END ${label}-----\n`,
  }));
  return text.split("-----BEGIN ").length - 1 === blocks.length ? blocks : undefined;
}

/** Restores the lines of 64 characters, unless the body begins with headers, as that of an old encrypted key (RFC 1421). */
function restoreLines(body: string): string {
  if (body.includes(":")) return body.trim();
  return body.replace(/\s+/g, "").replace(/.{64}(?=.)/g, "$&\n");
}

/** Whether a block is a certificate. OpenSSL has three labels for it. */
export function isCertificate({ label }: PemBlock): boolean {
  return /^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label);
}

/** Whether a key is encrypted, in PKCS#8 or in the form before it. */
export function isEncrypted(key: string): boolean {
  return key.includes("ENCRYPTED");
}

/** Whether a block is a private key, of any kind. */
export function isPrivateKey({ label }: PemBlock): boolean {
  return /(?:^| )PRIVATE KEY$/.test(label);
}
