import { OptionsError } from "../../base/text/options-error.js";
import { ipVersion } from "../../calls/endpoint/ip-version.js";
import { canonicalHost, isLoopback } from "../../calls/endpoint/loopback.js";
import type { AccessToken } from "./credentials.js";

/** The place at which a machine gives a token. */
export interface MetadataTokenOptions {
  /**
   * The place: an absolute path of a file, or a URL. An `http:` URL must be that of a link-local or loopback address,
   * of a name that resolves only to such addresses, or of `host`.
   */
  readonly from: string;
  /** A host that may be asked by `http:`, whatever its address is, such as `metadata.internal`. Default: none. */
  readonly host?: string | undefined;
  /** Headers of the request. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Returns the token from the text of the answer. Default: the text itself, or `access_token` and `expires_in` if the
   * answer is a JSON object.
   */
  readonly read?: ((text: string) => string | AccessToken) | undefined;
}

/** Whether a host is a link-local or loopback address, which is never routed (RFC 3927; RFC 4291, section 2.5.6). */
export function isNear(host: string): boolean {
  const address = canonicalHost(host);
  if (isLoopback(address)) return true;
  return ipVersion(address) === 4 ? address.startsWith("169.254.") : /^fe[89ab][\da-f]:/.test(address);
}

/** Returns the error for a host that is another machine. Anybody on the way could answer for it. */
export function farHost(host: string, address: string): OptionsError {
  const what = address === "" ? host : `${host} (${address})`;
  return new OptionsError(
    "INSECURE",
    `metadataToken: ${what} is neither link-local nor loopback; use https, or name the host that may be asked by http: metadataToken({ from, host: ${JSON.stringify(host)} })`,
  );
}
