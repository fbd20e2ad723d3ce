/** IPv4: four numbers up to 255 without leading zeros, which some parsers read as octal. */
const four = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** IPv6, with an optional zone (RFC 4007, section 11). */
const six = /^([\da-f:]*:[\da-f:]*(?:[\d.]+)?)(?:%[\w.-]+)?$/i;

/** Returns the IP version of an address without brackets; 0 if the text is not an address. It does not need Node. */
export function ipVersion(text: string): 0 | 4 | 6 {
  if (four.test(text)) return 4;
  const bare = text.length <= 100 ? six.exec(text)?.[1] : undefined;
  // URLs hold addresses of version 6 by the same grammar (RFC 3986, section 3.2.2).
  return bare !== undefined && URL.canParse(`http://[${bare}]/`) ? 6 : 0;
}
