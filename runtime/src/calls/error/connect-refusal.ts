const tlsStart = "no TLS connection: ";
const tunnelStart = "no tunnel: ";
const protocolStart = "no HTTP/2 connection: ";

/** Returns the text for a failed TLS handshake, which would fail again. */
export function tlsRefusalText(text: string): string {
  return `${tlsStart}${text}`;
}

/** Returns the text for a proxy's refusal, which would be the same again. */
export function tunnelRefusal(text: string): string {
  return `${tunnelStart}${text}`;
}

/** Whether a text is one of {@link tunnelRefusal}. */
export function isTunnelRefusal(text: string): boolean {
  return text.startsWith(tunnelStart);
}

/** Returns the text for a server that does not speak HTTP/2. */
export function protocolRefusal(text: string): string {
  return `${protocolStart}${text}`;
}

/** The text for a server that speaks TLS but not HTTP/2. */
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
