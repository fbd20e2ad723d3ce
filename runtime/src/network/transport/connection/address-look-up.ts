import { isIP } from "node:net";

/** Loaded when needed: an IP address needs no DNS, and the import takes as long as resolving a name. */
const dns = () => process.getBuiltinModule("node:dns");

/**
 * Resolves a host to its addresses. IPv4 and IPv6 alternate, starting with the family that the resolver prefers (RFC
 * 8305, section 4). A name is resolved for every connection, since the address may have changed when one is lost.
 *
 * @throws The resolver's error; the signal's reason.
 */
export async function lookUpAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  // The resolver cannot be interrupted, so an abort does not wait for it.
  const found = await Promise.race([
    dns().promises.lookup(host, { all: true, verbatim: true }),
    aborted(signal),
  ]);
  const first = found[0]?.family;
  const preferred = found.filter(({ family }) => family === first);
  const others = found.filter(({ family }) => family !== first);
  return preferred
    .flatMap((one, place) => [one, ...others.slice(place, place + 1)])
    .concat(others.slice(preferred.length))
    .map(({ address }) => address);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
