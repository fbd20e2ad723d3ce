import { typeError } from "../base/text/coded-error.js";
import { reservedHeaders, singleHeaders } from "../calls/rpc/http-headers.js";
import { Metadata, type MetadataInit } from "../entries/generated/sdk-v1.js";

/** Clients take 16 KB at most (gRPC's C core), and some wait for ever for more than 64 KB. */
const maxBytes = 16_000;

/**
 * Validates the metadata of a response. Node throws for invalid headers when it sends them, and for trailers nobody
 * can catch that.
 *
 * @throws A TypeError that names the header, never its value.
 */
export function checkedResponse(init: MetadataInit): Metadata {
  const metadata = Metadata.from(init);
  const seen = new Set<string>();
  let size = 0;
  for (const [name, value] of metadata) {
    size += name.length + value.length;
    if (size > maxBytes)
      throw invalidHeader(name, `with it there are more than ${maxBytes} bytes, which clients refuse`);
    if (reservedHeaders.has(name)) throw invalidHeader(name, "the name belongs to HTTP itself");
    if (singleHeaders.has(name) && seen.has(name))
      throw invalidHeader(name, "HTTP allows only one value of this name");
    seen.add(name);
  }
  return metadata;
}

const invalidHeader = (name: string, problem: string): TypeError =>
  typeError("METADATA_INVALID", `Metadata "${name}": ${problem}`);
