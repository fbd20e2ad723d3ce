import type { Metadata } from "../rpc/metadata.js";

/** A status other than OK, as a transport reports it. It becomes a CallError on its way up. */
export class StatusFailure extends Error {
  /** Number of the gRPC status code. */
  readonly code: number;
  /** Metadata that came before the status. */
  readonly header: Metadata;
  /** Metadata that came with the status. */
  readonly trailer: Metadata;

  constructor(code: number, details: string, header: Metadata, trailer: Metadata) {
    super(details);
    this.code = code;
    this.header = header;
    this.trailer = trailer;
  }
}
