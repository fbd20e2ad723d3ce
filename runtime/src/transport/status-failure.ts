import type { Metadata } from "../call/metadata.js";

/** A status other than OK, as a transport reports it. It becomes a CallError on its way up. */
export class StatusFailure extends Error {
  /** Number of the gRPC status code. */
  readonly code: number;
  readonly header: Metadata;
  readonly trailer: Metadata;

  constructor(code: number, details: string, header: Metadata, trailer: Metadata) {
    super(details);
    this.code = code;
    this.header = header;
    this.trailer = trailer;
  }
}
