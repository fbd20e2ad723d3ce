/** The check of a process that does not verify certificates. Loaded with its first request. */
import type { ActiveCall } from "./active-call.js";
import { makeRequestError } from "./request.js";

/** Returns a `fetch` that throws for `https:` URLs unless the client allows it, because the server is not verified. */
export function verifyingFetch({ settings, request }: ActiveCall): typeof globalThis.fetch {
  const { fetch } = globalThis;
  return (url, init) => {
    if (settings.allowUnverifiedTls || !String(url).startsWith("https:")) return fetch(url, init);
    const what =
      "NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates; unset it, or set allowUnverifiedTls: true";
    throw makeRequestError(request, "INVALID_ARGUMENT", what, { clientReason: "TLS_FAILED" });
  };
}
