import type { Metadata, MetadataInit } from "./metadata.js";
import type { Mask } from "../mask/mask.js";
import type { Init } from "../table/init.js";

/**
 * What a handler returns for an rpc: the fields of the response that matter;
 * the rest has its defaults.
 */
export type Answer<Response> = Init<Response> | Promise<Init<Response>>;

/**
 * What a handler returns for a streaming rpc. The next response is requested once
 * the previous one has been sent, so that a slow client slows the handler down.
 */
export type AnswerStream<Response> = AsyncIterable<Init<Response>> | Iterable<Init<Response>>;

/** What a handler knows about its call besides the request, and what it can send besides the answer. */
export interface ServerCall {
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method: string;
  /** The headers of the request. */
  readonly metadata: Metadata;
  /**
   * Aborted when the caller leaves and when the deadline passes; its reason is a
   * CallError, CANCELLED or DEADLINE_EXCEEDED. Pass it on to whatever takes time:
   * nobody reads the answer any more.
   */
  readonly signal: AbortSignal;
  /** When the caller gives up; undefined where it does not say. */
  readonly deadline: Date | undefined;
  /** Address of the other side of the connection, which may be a proxy: `10.0.0.7:51234`. */
  readonly peer: string;
  /** Host, and port if it is said, that the caller wanted: `compute.api.example.com`. */
  readonly authority: string;
  /**
   * The reset mask of the request, empty where there is none. A malformed one fails
   * the call with INVALID_ARGUMENT: of an Update before the handler is called, else
   * when the handler asks for it.
   */
  readonly resetMask: Mask;
  /** The idempotency key of the request, as it was sent. */
  readonly idempotencyKey: string | undefined;
  /**
   * Sends the headers of the response now, instead of with the first message.
   *
   * @throws An Error where they have been sent, a TypeError where gRPC cannot
   * carry one.
   */
  sendHeader(metadata: MetadataInit): void;
  /**
   * Adds to what is sent at the end, also of a call that fails.
   *
   * @throws A TypeError where gRPC cannot carry it.
   */
  addTrailer(metadata: MetadataInit): void;
}
