/** Formats of text by the names of their rules. Each expression runs in linear time. */
import { isAddress, isPrefix } from "./ip-address.js";
import { isUri, isUriReference } from "./uri.js";

/** Whether a text has a format. Some formats have a strict variant. */
type Format = (text: string, isStrict: boolean) => boolean;

/** Formats by the names of their rules. */
export interface Formats {
  readonly [name: string]: Format;
}

const matches =
  (expression: RegExp): Format =>
  (text) =>
    expression.test(text);

const label = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";

/** Labels separated by dots. */
const labels = new RegExp(`^${label}(?:\\.${label})*$`, "i");

/** The same with an optional dot at the end. */
const hostName = new RegExp(`^${label}(?:\\.${label})*\\.?$`, "i");

/** At most 253 characters of labels separated by dots. The last label does not consist of digits only. */
function isHostName(text: string): boolean {
  return text.length <= 253 && hostName.test(text) && !/(?:^|\.)\d+\.?$/.test(text);
}

/** A host name or IP address, IPv6 in brackets, with a port. */
function isHostAndPort(text: string): boolean {
  const [, bracketed, host = "", port = ""] =
    /^(?:\[([^\]]*)\]|([^[\]:]*)):(0|[1-9]\d{0,4})$/.exec(text) ?? [];
  if (Number(port) > 65_535 || port === "") return false;
  return bracketed === undefined ? isHostName(host) || isAddress(host, 4) : isAddress(bracketed, 6);
}

const isIp = (text: string): boolean => isAddress(text, 4) || isAddress(text, 6);

const name = "[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*$";

/** The formats of text. */
export const formats: Formats = {
  // As HTML defines it: https://html.spec.whatwg.org/#valid-e-mail-address
  email: (text) => {
    const at = text.lastIndexOf("@");
    return (
      /^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(text.slice(0, Math.max(at, 0))) && labels.test(text.slice(at + 1))
    );
  },
  hostname: isHostName,
  ip: isIp,
  ipv4: (text) => isAddress(text, 4),
  ipv6: (text) => isAddress(text, 6),
  uri: isUri,
  uri_ref: isUriReference,
  address: (text) => isHostName(text) || isIp(text),
  uuid: matches(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
  tuuid: matches(/^[\da-f]{32}$/i),
  ip_with_prefixlen: (text) => isPrefix(text, 4) || isPrefix(text, 6),
  ipv4_with_prefixlen: (text) => isPrefix(text, 4),
  ipv6_with_prefixlen: (text) => isPrefix(text, 6),
  ip_prefix: (text) => isPrefix(text, 4, true) || isPrefix(text, 6, true),
  ipv4_prefix: (text) => isPrefix(text, 4, true),
  ipv6_prefix: (text) => isPrefix(text, 6, true),
  host_and_port: isHostAndPort,
  ulid: matches(/^[0-7][\dA-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/),
  protobuf_fqn: matches(new RegExp(`^${name}`)),
  protobuf_dot_fqn: matches(new RegExp(`^\\.${name}`)),
  "well_known_regex.header_name": (text, isStrict) =>
    (isStrict ? /^:?[\w!#$%&'*+,\-.^|~`]+$/ : /^[^\0\n\r]+$/).test(text),
  "well_known_regex.header_value": (text, isStrict) =>
    // oxlint-disable-next-line no-control-regex -- the format excludes them
    !(isStrict ? /[\0-\x08\n-\x1f\x7f]/ : /[\0\n\r]/).test(text),
};
