import { Metadata, type MetadataInit } from "../sdk.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Headers that HTTP/2 forbids (RFC 9113, section 8.2.2), and those by which gRPC says what a message is. */
const refused = words(
  "connection content-encoding content-length content-type host http2-settings keep-alive proxy-connection te trailer " +
    "transfer-encoding upgrade",
);

/** Headers that Node refuses to send more than once. */
const single = words(
  "access-control-allow-credentials access-control-max-age access-control-request-method age authorization " +
    "content-language content-location content-md5 content-range date dnt etag expires from if-match if-modified-since " +
    "if-none-match if-range if-unmodified-since last-modified location max-forwards proxy-authorization range referer " +
    "retry-after tk upgrade-insecure-requests user-agent x-content-type-options",
);

/** Clients take 16 KB at most (gRPC's C core), and some wait for ever for more than 64 KB. */
const mostBytes = 16_000;

/**
 * The metadata of a response. Node throws what it cannot send when it sends it,
 * which for trailers is where nobody can catch it; so it is told before.
 *
 * @throws A TypeError that names the header, never its value.
 */
export function checkedResponse(init: MetadataInit): Metadata {
  const metadata = Metadata.from(init);
  const seen = new Set<string>();
  let size = 0;
  for (const [name, value] of metadata) {
    size += name.length + value.length;
    if (size > mostBytes) {
      throw new TypeError(
        `Metadata "${name}": with it there are more than ${mostBytes} bytes, which clients refuse`,
      );
    }
    if (refused.has(name)) throw new TypeError(`Metadata "${name}": the name belongs to HTTP itself`);
    if (single.has(name) && seen.has(name)) {
      throw new TypeError(`Metadata "${name}": HTTP allows only one value of this name`);
    }
    seen.add(name);
  }
  return metadata;
}
