import { invalidOption, OptionsError, requireKnownNames } from "../../base/text/options-error.js";

/** A PEM text or its bytes, which may contain several certificates. */
export type Pem = string | Uint8Array;

/** The certificates of TLS connections, in PEM. */
export interface TlsOptions {
  /**
   * Certificates to trust instead of Node's own list, which is Mozilla's with what
   * `NODE_EXTRA_CA_CERTS` adds. The machine's roots, from Node 22.15 on:
   * `tls.getCACertificates("system")`.
   */
  readonly ca?: Pem | readonly Pem[] | undefined;
  /** The client's certificate, for servers that require one. Requires `key`. */
  readonly cert?: Pem | undefined;
  /** The private key of `cert`. */
  readonly key?: Pem | undefined;
}

/** Checks the options before a connection needs them. Throws an OptionsError that shows nothing of a key. */
export function checkTls(tls: TlsOptions): void {
  requireKnownNames(tls, ["ca", "cert", "key"], "tls");
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    throw new OptionsError("OPTION_MISSING", "tls: a client certificate needs both cert and key", {
      option: "tls",
    });
  }
  for (const [name, pem] of Object.entries(tls)) {
    const all: readonly unknown[] = name === "ca" && Array.isArray(pem) ? pem : [pem];
    if (pem === undefined || all.every(isPem)) continue;
    throw invalidOption(`tls.${name}`, `this is not PEM; pass the content of the file, not its path`);
  }
}

function isPem(value: unknown): boolean {
  const isBytes = typeof value === "string" || value instanceof Uint8Array;
  return isBytes && Buffer.from(value).includes("-----BEGIN");
}

/** Converts the options that are set to those of Node's TLS. */
export function readCertificates({ ca, cert, key }: TlsOptions): { [name: string]: string[] } {
  const given: { [name: string]: string[] } = {};
  for (const [name, pem] of Object.entries({ ca, cert, key })) {
    if (pem !== undefined) given[name] = [pem].flat().map((one) => Buffer.from(one).toString());
  }
  return given;
}
