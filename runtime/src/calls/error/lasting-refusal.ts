const tlsStart = "no TLS connection: ";
const tunnelStart = "no tunnel: ";
const protocolStart = "no HTTP/2 connection: ";

/** The words for a handshake of TLS that failed: the next one fails like it. */
export function tlsRefusalText(text: string): string {
  return `${tlsStart}${text}`;
}

/** The words for a proxy's refusal that will be the same the next time. */
export function tunnelRefusal(text: string): string {
  return `${tunnelStart}${text}`;
}

/** Whether a text is one of {@link tunnelRefusal}. */
export function isTunnelRefusal(text: string): boolean {
  return text.startsWith(tunnelStart);
}

/** The words for a server that speaks something else. */
export function protocolRefusal(text: string): string {
  return `${protocolStart}${text}`;
}

/** The words for a server that speaks TLS, but not HTTP/2. */
export const alpnRefusal: string = /*@__PURE__*/ protocolRefusal(
  "the server speaks TLS but does not offer HTTP/2 (ALPN); the address may be that of a web server or of a proxy",
);

/** Whether a connection failed for a reason that the next attempt would meet again: TLS, the protocol, a proxy's rules. */
export function isLastingRefusal(text: string): boolean {
  return text.includes(tlsStart) || text.includes(tunnelStart) || text.includes(protocolStart);
}
