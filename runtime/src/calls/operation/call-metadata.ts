import { idempotencyHeader, resetMaskHeader } from "../chain/default-headers.js";
import { Metadata, type MetadataInit } from "../rpc/metadata.js";
import type { HeaderNames } from "../rpc/wiring.js";

/** Options with metadata of the caller. */
interface WithMetadata {
  readonly metadata?: MetadataInit | undefined;
}

/** Copies the metadata of options, which may be an iterator. Invalid metadata stays, for the call to refuse it. */
export function copyMetadata<Options extends WithMetadata>(
  options: Options | undefined,
): Options | undefined {
  if (options?.metadata === undefined) return options;
  try {
    return { ...options, metadata: Metadata.from(options.metadata) };
  } catch {
    return options;
  }
}

/** Returns what the reads of an operation carry of the metadata of its call: all but the key and the mask of that call. */
export function metadataForReads(
  options: WithMetadata | undefined,
  headers: HeaderNames = {},
): MetadataInit | undefined {
  const metadata = options?.metadata;
  // A call with other metadata was refused.
  if (metadata === undefined || !("without" in metadata)) return undefined;
  return (metadata as Metadata)
    .without(headers.idempotencyKey ?? idempotencyHeader)
    .without(headers.resetMask ?? resetMaskHeader);
}
