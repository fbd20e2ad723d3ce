import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** The addresses that are not those of public servers (the special-purpose registries of IANA, RFC 6890). */
const privateAddresses = new BlockList();
for (const range of [
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16",
  "198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ::/128 ::1/128 64:ff9b:1::/48 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
].flatMap((line) => line.split(" "))) {
  const [address = "", bits = ""] = range.split("/");
  privateAddresses.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** IPv6 prefixes that end with an IPv4 address: mapped (RFC 4291), NAT64 (RFC 6052), and 6to4 (RFC 3056). */
const embeddedAddress =
  /^(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$|^2002:([\da-f]{1,4}):([\da-f]{1,4}):/;

/** A host with the addresses that its name had. */
export interface ResolvedHost {
  /** It leads to this machine or to a private network, by its name or by one of its addresses. */
  readonly isPrivate: boolean;
  /** Empty if the host is an address, or if it does not resolve. */
  readonly addresses: readonly LookupAddress[];
}

/** Resolves the host of a URL. */
export async function resolveHost({ hostname }: URL): Promise<ResolvedHost> {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(host) !== 0) return { isPrivate: isPrivateAddress(host), addresses: [] };
  if (/(?:^|\.)(?:localhost|local|internal)$/i.test(host)) return { isPrivate: true, addresses: [] };
  // A name that does not resolve is not connected either.
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return { isPrivate: addresses.some(({ address }) => isPrivateAddress(address)), addresses };
}

function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return privateAddresses.check(address, "ipv4");
  const normal = URL.canParse(`http://[${address}]`)
    ? new URL(`http://[${address}]`).hostname.slice(1, -1)
    : address;
  const groups = embeddedAddress
    .exec(normal)
    ?.slice(1)
    .filter((group) => group !== undefined);
  if (!groups) return privateAddresses.check(normal, "ipv6");
  const bytes = groups.flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ]);
  return privateAddresses.check(bytes.join("."), "ipv4");
}
