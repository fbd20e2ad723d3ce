import { invalidOption, OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { canonicalHost, isLoopback } from "../../calls/endpoint/loopback.js";
import { ipVersion } from "../../calls/endpoint/ip-version.js";
import { builtIn } from "./built-in.js";
import type { AccessToken, Credentials } from "./credentials.js";

/** Where a machine gives a token. */
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

/**
 * Credentials that the machine gives: `metadataToken("http://169.254.169.254/token")`, or the absolute path of a file. The
 * machine is asked only where a program, a profile or the variable `<SESSION>_METADATA_TOKEN` names the place. It must
 * answer within 3 s. Redirects and proxies are not used. A token without a lifetime is requested again after 60 s.
 *
 * @throws An OptionsError if the place is not an absolute path, nor a URL that may be asked.
 */
export function metadataToken(place: string | MetadataTokenOptions): Credentials {
  const options = typeof place === "string" ? { from: place } : place;
  requireKnownNames(options, ["from", "host", "headers", "read"] satisfies Names, "metadataToken");
  const { from, host } = options;
  if (typeof from === "string" && builtIn.paths().isAbsolute(from))
    return {
      description: `the metadata file ${from}`,
      fetchToken: async ({ signal }) =>
        (await import("./metadata-request.js")).readMetadataFile(from, options, signal),
    };
  const url = requireUrl(from);
  const isTrusted = url.protocol === "https:" || isNear(url.hostname) || isSameHost(url.hostname, host);
  if (!isTrusted && ipVersion(canonicalHost(url.hostname)) !== 0) throw farHost(url.hostname, "");
  return {
    description: `the metadata of this machine (${url.host})`,
    fetchToken: async ({ signal }) =>
      (await import("./metadata-request.js")).requestMetadata(url, options, isTrusted, signal),
  };
}

type Names = (keyof MetadataTokenOptions)[];

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

function requireUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw invalidOption(
    "metadataToken",
    "write an http or https URL without user and password, or an absolute path",
  );
}

function isSameHost(host: string, named: string | undefined): boolean {
  return named !== undefined && canonicalHost(host) === canonicalHost(named);
}
