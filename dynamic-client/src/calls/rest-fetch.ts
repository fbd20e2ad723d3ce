import { type ConnectingOptions, connectingFetch } from "./rest-connecting.js";

/**
 * Returns the `fetch` for the client of a REST package, which connects as asked and reports credentials before it sends
 * them. Undefined if the client must use its own: without verified certificates it refuses TLS, but not with a `fetch`
 * of its caller.
 */
export function restFetch(
  connecting: ConnectingOptions | undefined,
  report: ((credential: string) => void) | undefined,
): typeof fetch | undefined {
  if (process.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") return undefined;
  const send = connecting && connectingFetch(connecting);
  return report ? reportingFetch(send, report) : send;
}

/** Returns a `fetch` that reports access tokens, which the client requests itself (RFC 6749, section 4.4). */
function reportingFetch(send: typeof fetch | undefined, report: (credential: string) => void): typeof fetch {
  return (url, init) => {
    const token = new Headers(init?.headers).get("authorization")?.split(" ")[1];
    if (token !== undefined) report(token);
    return (send ?? globalThis.fetch)(url, init);
  };
}
