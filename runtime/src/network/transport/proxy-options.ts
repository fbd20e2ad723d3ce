/** An HTTP proxy that opens tunnels (CONNECT, RFC 9110, section 9.3.6): gRPC's `grpc.http_proxy`. */
export interface ProxyOptions {
  /** The URL, such as `http://user:password@proxy.example.com:3128`. Use `https:` for a proxy with TLS. */
  readonly url: string;
  /** Certificates to trust for an `https:` proxy, in PEM. Default: Node's own list. */
  readonly ca?: string | Uint8Array | undefined;
}

/** Parses the URL of a proxy; undefined if the text is not one. The default scheme is `http:`. */
export function proxyUrl(text: string): URL | undefined {
  const whole = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const isHttp = url && (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "";
  return isHttp && proxyUser(url) !== undefined ? url : undefined;
}

/**
 * Returns the user and password of a proxy as Basic authentication joins them (RFC 7617, section 2). Returns undefined
 * if their percent-encoding is invalid, which the parser of URLs does not check.
 */
export function proxyUser({ username, password }: URL): string | undefined {
  try {
    // The result is used: bundlers remove a call of decodeURIComponent whose result is not.
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}
