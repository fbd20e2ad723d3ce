/** URIs and references by the grammar of RFC 3986, with zones of addresses as RFC 6874 has them. */
import { isAddress } from "./ip-address.js";

const escaped = "%[\\da-f]{2}";
const plain = "-\\w.~!$&'()*+,;=";
const path = `(?:[${plain}:@/]|${escaped})*`;
const authority = `//(?:(?:[${plain}:]|${escaped})*@)?(\\[[^\\]]*\\]|(?:[${plain}]|${escaped})*)(?::\\d*)?(?:/${path})?`;
const rest = `(?:\\?(?:[${plain}:@/?]|${escaped})*)?(?:#(?:[${plain}:@/?]|${escaped})*)?$`;

const uri = new RegExp(`^[a-z][a-z\\d+.-]*:(?:${authority}|(?!//)${path})${rest}`, "i");
/** A first segment with a colon would be taken for a scheme. */
const relative = new RegExp(`^(?:${authority}|(?!//)(?![^/?#]*:)${path})${rest}`, "i");

const literal = new RegExp(
  `^\\[(?:([\\da-f:.]+)(?:%25(?:[\\w.~-]|${escaped})+)?|v[\\da-f]+\\.[${plain}:]+)\\]$`,
  "i",
);

/** A URI with its scheme: `https://example.com/a?b#c`. */
export function isUri(text: string): boolean {
  const found = uri.exec(text);
  return found !== null && isHost(found[1] ?? "");
}

/** A URI, or a reference that is relative to one: `./a?b`. */
export function isUriReference(text: string): boolean {
  const found = uri.exec(text) ?? relative.exec(text);
  return found !== null && isHost(found[1] ?? "");
}

/** The host of a URI: an address in brackets, or a name whose escapes are UTF-8. */
function isHost(text: string): boolean {
  if (!text.startsWith("[")) return isUtf8(text);
  const found = literal.exec(text);
  return found !== null && (found[1] === undefined || isAddress(found[1], 6)) && isUtf8(text);
}

function isUtf8(text: string): boolean {
  try {
    return decodeURIComponent(text).length <= text.length;
  } catch {
    return false;
  }
}
