/** A proxy that opens tunnels (CONNECT, RFC 9110 section 9.3.6). */
export interface ProxyOptions {
  /** `http://user:password@proxy.example.com:3128`, or `https:` for a proxy that speaks TLS itself. */
  readonly url: string;
  /** Certificates to trust for an `https:` proxy, in PEM. Default: Node's own list. */
  readonly ca?: string | Uint8Array | undefined;
}

/** A proxy's URL; undefined if the text is none. Without a scheme, it is `http:`. */
export function proxyUrl(text: string): URL | undefined {
  const whole = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const isHttp = url && (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "";
  return isHttp && canDecode(url.username) && canDecode(url.password) ? url : undefined;
}

/** Whether a part of a URL is percent-encoded as it should be: URLs are parsed without a look at it. */
function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
