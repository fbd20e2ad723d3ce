import type { Message } from "@bufbuild/protobuf";
import type { ApiMethod } from "../descriptors/api.js";
import type { OperationStatus } from "../operations/operation-record.js";

/** A call that has been let in: it is at the right endpoint, and its caller is known. */
export interface Invocation {
  readonly method: ApiMethod;
  /** Name of the endpoint that was called; undefined where the emulator answers under any authority. */
  readonly endpoint: string | undefined;
  /** The account of the caller; empty for methods without authorization. */
  readonly account: string;
  /** Time of the call, in milliseconds since 1970. */
  readonly nowMs: number;
  /** When the caller gives up, by the machine's time; undefined where it waits for as long as it takes. */
  readonly deadline: Date | undefined;
  /** Headers by name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** How the operation that the call makes is to fail, by script. */
  readonly operationFailure: OperationStatus | undefined;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** To be called by who changes something, and may then wait before the call ends. */
  readonly reportEffect: (reply?: Reply) => void;
}

/** The reply of a method: a message, or an operation, which is rendered with its state at the time of sending. */
export type Reply =
  | { readonly kind: "operation"; readonly id: string }
  | { readonly kind: "message"; readonly message: Message };

/** The endpoint that a change is recorded under. */
export function operationEndpoint({ method, endpoint }: Invocation): string {
  return method.service.endpoint ?? endpoint ?? "";
}
