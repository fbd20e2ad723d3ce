const words = (text: string): string[] => text.split(" ");

/** Headers that HTTP/2 forbids (RFC 9113, section 8.2.2), and those by which gRPC says what a message is. */
export const reservedHeaders: ReadonlySet<string> = /*@__PURE__*/ new Set(
  /*@__PURE__*/ words(
    "connection content-encoding content-length content-type host http2-settings keep-alive proxy-connection te " +
      "trailer transfer-encoding upgrade",
  ),
);

/** Headers of which HTTP allows one value; Node refuses to send more. */
export const singleHeaders: ReadonlySet<string> = /*@__PURE__*/ new Set(
  /*@__PURE__*/ words(
    "access-control-allow-credentials access-control-max-age access-control-request-method age authorization " +
      "content-language content-location content-md5 content-range date dnt etag expires from if-match " +
      "if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards " +
      "proxy-authorization range referer retry-after tk upgrade-insecure-requests user-agent x-content-type-options",
  ),
);
