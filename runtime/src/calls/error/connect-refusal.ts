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

/** Returns the reason for which a connection failed and will fail again; undefined for all other texts. */
export function connectRefusal(
  text: string,
): "TLS_FAILED" | "PROXY_REJECTED" | "PROTOCOL_MISMATCH" | undefined {
  if (text.includes(tlsStart)) return "TLS_FAILED";
  if (text.includes(tunnelStart)) return "PROXY_REJECTED";
  return text.includes(protocolStart) ? "PROTOCOL_MISMATCH" : undefined;
}
