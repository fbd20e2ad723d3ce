import { ConnectError } from "../../../calls/error/connect-error.js";
import type { FetchFunction } from "./fetch-function.js";

/** The globals that decide whether the platform's `fetch` verifies certificates. */
interface Host {
  readonly Deno?: unknown;
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/**
 * The platform's `fetch`. It refuses `https:` URLs as {@link refuseUnverifiedTls} does. It is looked up at each call, so
 * that a test or a service worker may replace it, and called without `this`, as it must be.
 */
export const platformFetch: FetchFunction = async (url, request) => {
  refuseUnverifiedTls(url);
  return fetch(url, request);
};

/**
 * Refuses an `https:` URL while the platform does not verify certificates, because a credential would go to any server.
 *
 * @throws A ConnectError.
 */
export function refuseUnverifiedTls(url: string): void {
  const { Deno, process } = globalThis as Host;
  // Deno does not know the variable, and reading one may ask its user for permission.
  if (Deno || !/^https:/i.test(url) || process?.env?.["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0") return;
  throw new ConnectError(
    "TLS_FAILED",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates; unset it, and trust the certificates of the server by NODE_EXTRA_CA_CERTS",
  );
}
