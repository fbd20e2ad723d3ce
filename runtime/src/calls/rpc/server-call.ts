import type { Metadata, MetadataInit } from "./metadata.js";
import type { Mask } from "../../messages/mask/text/mask.js";
import type { MessageInit } from "../../messages/table/message-init.js";

/**
 * The result of a handler for an rpc: the fields of the response that matter;
 * the rest has its defaults.
 */
export type Answer<Response> = MessageInit<Response> | Promise<MessageInit<Response>>;

/**
 * The result of a handler for a streaming rpc. The next response is requested once
 * the previous one has been sent, so that a slow client slows the handler down.
 */
export type AnswerStream<Response> = AsyncIterable<MessageInit<Response>> | Iterable<MessageInit<Response>>;

/** The call of a handler: all that it knows besides the request, and can send besides the answer. */
export interface ServerCall {
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method: string;
  /** The headers of the request. */
  readonly metadata: Metadata;
  /**
   * Aborted when the caller disconnects or the deadline passes. Its reason is a CallError with `CANCELLED` or
   * `DEADLINE_EXCEEDED`. Pass it on to slow work, because nobody reads the response any more.
   */
  readonly signal: AbortSignal;
  /** The deadline of the caller; undefined if it has none. */
  readonly deadline: Date | undefined;
  /** Address of the other side of the connection, which may be a proxy: `10.0.0.7:51234`. */
  readonly peer: string;
  /** Host, and port if it is said, that the caller wanted: `compute.api.example.com`. */
  readonly authority: string;
  /**
   * The reset mask of the request, empty if there is none. A malformed one fails
   * the call with INVALID_ARGUMENT: of an Update before the handler is called, else
   * when the handler asks for it.
   */
  readonly resetMask: Mask;
  /** The idempotency key of the request, as it was sent. */
  readonly idempotencyKey: string | undefined;
  /**
   * Sends the headers of the response now, instead of with the first message.
   *
   * @throws An Error if they have been sent, a TypeError if gRPC cannot
   * carry one.
   */
  sendHeader(metadata: MetadataInit): void;
  /**
   * Adds to what is sent at the end, also of a call that fails.
   *
   * @throws A TypeError if gRPC cannot carry it.
   */
  addTrailer(metadata: MetadataInit): void;
}
