import type {
  ConformancePayload,
  Header,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { Any } from "../../../generated/interop/index.js";
import type { Permutation } from "./expand.js";
import type { Failure } from "./outcome.js";

/** A call as a client is to make it. */
export interface CallOrder {
  readonly permutation: Permutation;
  /** One request of a method that takes one; each is there when it is to be sent. */
  readonly requests: AsyncIterable<Any>;
  readonly headers: readonly Header[];
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
  /** Told of what comes, as it comes. */
  readonly seen: {
    header(headers: readonly Header[]): void;
    trailer(trailers: readonly Header[]): void;
    payload(payload: ConformancePayload): void;
  };
}

/** A failure, with what came along with it. */
export interface CallFailure extends Failure {
  readonly headers?: readonly Header[];
  readonly trailers?: readonly Header[];
}

/** A client that is tried: how its library is called. */
export interface Caller extends AsyncDisposable {
  /** Resolves at the end of a call that went well, and rejects of one that failed. */
  call(order: CallOrder): Promise<void>;
  /** What an error of the library says. */
  explain(error: unknown): CallFailure;
}

/** Where a server is that cases are sent to. */
export interface Target {
  readonly url: string;
  readonly certificate: string | undefined;
}

/** The client for the cases of one axis at one server. */
export type OpenCaller = (target: Target, permutation: Permutation) => Caller;
