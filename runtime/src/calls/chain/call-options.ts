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
   * stream. Default: those two; a stream has none.
   */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for one attempt. Default: the client's or the session's, 20 s. Streams have none. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Headers to send with the call. */
  readonly metadata?: MetadataInit | undefined;
  /**
   * The key by which the server recognises a repeated call (header
   * `X-Idempotency-Key`): `[A-Za-z0-9-]`, 16 characters or more. Default: a new
   * random UUID for each call. Read-only methods send none.
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
  /** The fate of a request that breaks rules of its API. Default: the session's `validate`. */
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
   * How strictly `resetMask` is taken. Default: a path that a server may take for
   * more than it says is refused, such as one through a field that this SDK does
   * not know or through an element that the request does not carry. `true`: so is
   * a field that this SDK does not know at the end of a path. `false`: the mask
   * goes out as it is, unchecked.
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
   * The resource as it was read. All that the request leaves out is sent as it is there, so that the Update changes
   * only what the request has; `undefined` clears. Lists, maps and members of oneofs count as one value. It is sent with
   * the version that was read, and is refused if the resource has none, since it would undo what others have
   * changed in the meantime: `{ resource, unguarded: true }` sends it all the same. The id of the request, if it has one,
   * must be that of the resource.
   */
  readonly carry:
    | CarriedParts<Request>
    | { readonly resource: CarriedParts<Request>; readonly unguarded: true };
}

/** How failed attempts are repeated. */
export interface RetryOptions {
  /** Upper bound of the first pause, in milliseconds; doubled for each further one. Default: 100 ms. */
  readonly baseDelayMs?: number | undefined;
  /** Upper bound of any pause, in milliseconds. Default: 5 s. */
  readonly maxDelayMs?: number | undefined;
  /** Greatest number of attempts, the first included. Default: as many as the deadline allows. */
  readonly maxAttempts?: number | undefined;
  /** In milliseconds. A server that asks for a longer pause makes the call fail at once. Default: 30 s. */
  readonly maxRetryAfterMs?: number | undefined;
}
