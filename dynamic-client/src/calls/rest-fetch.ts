import { conditionalFetch } from "./conditional-fetch.js";
import { type ConnectingOptions, connectingFetch, NotConnected } from "./rest-connecting.js";

/**
 * Returns the `fetch` for the client of a REST package, which connects as asked, sends `If-Match` with changes of resources
 * that had an ETag, and reports credentials before it sends them. Undefined if the client must use its own: without verified certificates it refuses `https:`, but not with a
 * `fetch` of its caller.
 */
export function restFetch(
  address: string | undefined,
  connecting: ConnectingOptions | undefined,
  report: ((credential: string) => void) | undefined,
): typeof fetch | undefined {
  const isUnverified = process.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  if (isUnverified && !/^http:/i.test(address ?? "")) return undefined;
  const send = connecting && conditionalFetch(connectingFetch(connecting));
  const own = isUnverified ? plainFetch(send ?? globalThis.fetch) : send;
  return report ? reportingFetch(own, report) : own;
}

/** Returns a `fetch` that refuses `https:`, to which a server without TLS may redirect. */
function plainFetch(send: typeof fetch): typeof fetch {
  return async (url, init) => {
    if (/^https:/i.test(String(url))) throw new NotConnected("TLS_NOT_VERIFIED", undefined);
    return send(url, init);
  };
}

/** Whether a call failed because `NODE_TLS_REJECT_UNAUTHORIZED=0` lets nobody verify the server. */
export function isUnverifiedServer(error: unknown): boolean {
  const { code, clientReason } = (error ?? {}) as {
    readonly code?: unknown;
    readonly clientReason?: unknown;
  };
  return code === "INVALID_ARGUMENT" && clientReason === "TLS_FAILED";
}

/** The words for a refused call while `NODE_TLS_REJECT_UNAUTHORIZED=0`, and the next step of the user. */
export const unverifiedServer = {
  text: "NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates, so nothing was sent",
  fix: "Unset it. To trust the certificate of a server, set NODE_EXTRA_CA_CERTS to the file of its authority.",
} as const;

/** Returns a `fetch` that reports access tokens, which the client requests itself (RFC 6749, section 4.4). */
function reportingFetch(send: typeof fetch | undefined, report: (credential: string) => void): typeof fetch {
  return (url, init) => {
    const token = new Headers(init?.headers).get("authorization")?.split(" ")[1];
    if (token !== undefined) report(token);
    return (send ?? globalThis.fetch)(url, init);
  };
}
