import type { Message } from "@bufbuild/protobuf";
import type { Cloud } from "../cloud.js";
import type { ChangeCause } from "../resources/change-history.js";
import type { ApiMethod } from "../descriptors/api.js";
import type { OperationStatus } from "../operations/operation-record.js";

/** A call with a valid endpoint and an authenticated caller. */
export interface Invocation {
  readonly method: ApiMethod;
  /** The name of the endpoint that was called. Undefined if the emulator accepts any authority. */
  readonly endpoint: string | undefined;
  /** The account of the caller. Empty for methods without authentication. */
  readonly account: string;
  /** The role of the caller's token. Undefined if it has none. */
  readonly role: string | undefined;
  /** The time of the call, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The deadline of the call by the system clock, if the client sets one. */
  readonly deadline: Date | undefined;
  /** Headers by lowercase name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The status with which the operation of the call fails, by a script. */
  readonly operationFailure: OperationStatus | undefined;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Reports a change that happens before the call ends. */
  readonly reportEffect: (reply?: Reply) => void;
}

/** The reply of a method: a message, or an operation, which is rendered with its state at the time of sending. */
export type Reply =
  | { readonly kind: "operation"; readonly id: string }
  | { readonly kind: "message"; readonly message: Message };

/** Returns what a change of the call is recorded with. */
export function changeCause(
  { settings }: Cloud,
  { method, account, headers, nowMs }: Invocation,
): ChangeCause {
  const mask = headers.get(settings.headers.resetMask.toLowerCase())?.join(",");
  return { method: method.name, account, mask, atMs: nowMs };
}

/** Returns the endpoint at which an operation of the call can be read. */
export function operationEndpoint({ method, endpoint }: Invocation): string {
  return method.service.endpoint ?? endpoint ?? "";
}
