const byte = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const dotted = new RegExp(`^${byte}(?:\\.${byte}){3}$`);

/** Whether a text is an IPv4 address, or an IPv6 address (RFC 4291) with an optional zone: `fe80::1%eth0`. */
export function isAddress(text: string, version: 4 | 6): boolean {
  if (version === 4) return dotted.test(text);
  const zone = text.indexOf("%");
  return parseAddress(zone < 0 ? text : text.slice(0, zone), 6) !== undefined && zone !== text.length - 1;
}

/**
 * Whether a text is an address with a prefix length: `10.0.0.0/8`.
 *
 * @param isNetwork whether the bits after the prefix must be zero
 */
export function isPrefix(text: string, version: 4 | 6, isNetwork = false): boolean {
  const [, address = "", digits = ""] = /^([^/%]*)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const width = version === 4 ? 8 : 16;
  const parts = parseAddress(address, version);
  if (!parts || digits === "" || Number(digits) > width * parts.length) return false;
  // The bits of each part after the prefix must be zero.
  return (
    !isNetwork ||
    parts.every((part, index) => {
      const prefixBits = Math.min(Math.max(Number(digits) - index * width, 0), width);
      return part % 2 ** (width - prefixBits) === 0;
    })
  );
}

/** Parses the bytes of an IPv4 address or the groups of an IPv6 address; undefined for any other text. */
function parseAddress(text: string, version: 4 | 6): readonly number[] | undefined {
  if (version === 4) return dotted.test(text) ? text.split(".").map(Number) : undefined;
  const sides = text.split("::");
  if (sides.length > 2) return undefined;
  const groups = sides.map((side, index) => parseGroups(side, index === sides.length - 1));
  const [head, tail] = groups;
  if (!head || (sides.length === 2 && !tail)) return undefined;
  if (!tail) return head.length === 8 ? head : undefined;
  const missing = 8 - head.length - tail.length;
  return missing > 0 ? [...head, ...Array<number>(missing).fill(0), ...tail] : undefined;
}

/** Parses the groups on one side of `::`. An IPv4 address at the end counts as two groups. */
function parseGroups(side: string, isLast: boolean): readonly number[] | undefined {
  if (side === "") return [];
  const texts = side.split(":");
  const end = texts.at(-1) ?? "";
  const bytes = isLast && dotted.test(end) ? end.split(".").map(Number) : undefined;
  const plain = bytes ? texts.slice(0, -1) : texts;
  if (!plain.every((text) => /^[\da-f]{1,4}$/i.test(text))) return undefined;
  const groups = plain.map((text) => Number.parseInt(text, 16));
  const [a = 0, b = 0, c = 0, d = 0] = bytes ?? [];
  return bytes ? [...groups, a * 256 + b, c * 256 + d] : groups;
}
