import { invalidOption, requireKnownNames } from "../../base/text/options-error.js";
import { canonicalHost } from "../../calls/endpoint/loopback.js";
import { ipVersion } from "../../calls/endpoint/ip-version.js";
import { builtIn } from "./built-in.js";
import type { Credentials } from "./credentials.js";
import { farHost, isNear, type MetadataTokenOptions } from "./metadata-place.js";

/**
 * Credentials that the machine gives: `metadataToken("http://169.254.169.254/token")`, or the absolute path of a file. The
 * place must be named by a program, a profile or the variable `<SESSION>_METADATA_TOKEN`; the machine is never asked
 * otherwise. It must answer within 3 s. Redirects and proxies are not used. A token without a lifetime is requested again after 60 s.
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
