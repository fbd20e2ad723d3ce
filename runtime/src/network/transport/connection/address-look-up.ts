import { isIP } from "node:net";

/** Not imported: a call to an address looks nothing up, and Node takes as long to import it as to resolve a name. */
const dns = () => process.getBuiltinModule("node:dns");

/**
 * The addresses of a host, the families in turns, beginning with the one that the resolver
 * prefers. A name is looked up every time, since a connection that was lost may have gone
 * with the address.
 *
 * @throws The resolver's error; the signal's reason.
 */
export async function lookUpAddresses(host: string, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  // The resolver cannot be interrupted; who has left does not wait for it.
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
