import type { MaskInput } from "../../messages/mask/index.js";
import type { MetadataInit } from "../rpc/metadata.js";
import type { Validation } from "./validation.js";

/** Options of one call. All of them may be left out. */
export interface CallOptions {
  /** Ends the call when it is aborted; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for the whole call: authorization, all attempts and the pauses
   * between them. Replaces `timeoutMs` of the client or the session, which starts
   * after authorization, and `overallTimeoutMs`. For a stream, it limits the whole
   * stream. `false` removes all limits, also that of an attempt unless the call sets
   * `attemptTimeoutMs`; such a call has at most five attempts. Default: the limits of the
   * client and the session; a stream has none.
   */
  readonly timeoutMs?: number | false | undefined;
  /** Milliseconds for one attempt; `false` for no limit. Default: the client's or the session's, 20 s. Streams have none. */
  readonly attemptTimeoutMs?: number | false | undefined;
  /**
   * Whether the call waits for a connection ("Wait for Ready" of gRPC). If `true`, the client retries to connect until
   * the call's deadline. If `false`, the call fails with `clientReason` `CONNECT_FAILED` as soon as every address of the
   * server was tried once. Until the next attempt to connect is due, it fails at once with the last failure. Default:
   * the client's or the session's, `true`; gRPC's default is `false`.
   */
  readonly waitForReady?: boolean | undefined;
  /** Headers to send with the call. */
  readonly metadata?: MetadataInit | undefined;
  /**
   * The header `X-Idempotency-Key`, by which the server recognizes a repeated call: `[A-Za-z0-9-]`, at least 16
   * characters. Default: a new random UUID for each call. Read-only methods send none.
   */
  readonly idempotencyKey?: string | undefined;
  /** How to retry this call; `false` for no retries. Default: the client's or the session's `retry`. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * Parent of a List, a GetByName or a request that creates something, if the
   * request names none; `false` to send it without. Default: the session's
   * `parentId`.
   */
  readonly parentId?: string | false | undefined;
  /** Decides about a request that violates the API's validation rules. Default: the session's `validate`. */
  readonly validate?: Validation | undefined;
}

/** Options of an Update: those of any call, and an explicit reset mask. */
export interface UpdateOptions<Request> extends CallOptions {
  /**
   * The fields that the server clears if the request does not carry them:
   * `(m) => [m.spec.secondaryDisks]`, a `Mask`, or its text. An empty mask
   * changes only what the request carries. Default: derived from the request,
   * so that the resource becomes what the request says.
   */
  readonly resetMask: MaskInput<Request>;
  /**
   * How strictly the client checks `resetMask`. Default: it refuses a path that
   * could clear more than it names, such as one through a field that this SDK does
   * not know or through an element that the request does not carry. `true`: it also
   * refuses a field that this SDK does not know at the end of a path. `false`: the
   * mask goes out as it is, unchecked.
   */
  readonly strict?: boolean | undefined;
}

/** The parts of a resource that an Update takes. */
export type CarriedParts<Request> = {
  readonly [Key in keyof Request & ("metadata" | "spec")]?: Request[Key];
};

/** Options of an Update of a part: those of any call, and the resource that the rest is taken from. */
export interface CarryOptions<Request> extends CallOptions {
  /**
   * The resource as you read it, from which the client takes everything that the request leaves out. `undefined`
   * clears. Lists, maps and members of oneofs count as one value. The Update carries the version that was read. A
   * resource without a version is rejected, because the Update could undo changes of others;
   * `{ resource, unguarded: true }` sends it anyway. An ID in the request must be that of the resource.
   */
  readonly carry:
    | CarriedParts<Request>
    | { readonly resource: CarriedParts<Request>; readonly unguarded: true };
}

/** How to retry failed attempts. */
export interface RetryOptions {
  /**
   * Maximum delay before the first retry. The actual delay is random, and the maximum doubles with each retry.
   * Default: 100 ms.
   */
  readonly baseDelayMs?: number | undefined;
  /** Maximum delay before any retry. Default: 5 s. */
  readonly maxDelayMs?: number | undefined;
  /**
   * Maximum number of attempts, including the first. Default: as many as the deadline allows. Without a deadline, a call has
   * at most 5 attempts, and this option can only lower that.
   */
  readonly maxAttempts?: number | undefined;
  /** Maximum delay that the server may ask for. If it asks for more, the call fails at once. Default: 30 s. */
  readonly maxRetryAfterMs?: number | undefined;
}
