import type { Method } from "../rpc/service.js";

/**
 * The option by which a program asks a call to describe itself instead of being sent: a function that receives the
 * description, or the error of a call that could not start, before the method returns. The call itself then never
 * settles. `@stratus/query` makes the keys of caches with it.
 *
 * It is a registered symbol, so that every copy of this runtime and every REST client understands it.
 */
export const describeKey: unique symbol = Symbol.for("stratus.describeCall");

/** A call that was described instead of sent. */
export interface CallDescription {
  /** Name of the SDK's package: `@svc/cloud`. */
  readonly sdk: string;
  /** The option `cacheScope` of the session. */
  readonly cacheScope: string | undefined;
  /** Full proto name of the service, or the name of a group of operations. */
  readonly service: string;
  /** Name of the rpc: `Get`. */
  readonly method: string;
  /** Whether the API states that the call changes nothing. `undefined` if the API states nothing about its calls. */
  readonly isRead: boolean | undefined;
  /** The method with its message types, of a gRPC call. */
  readonly rpc: Method;
  /** The request as the call would send it, with the defaults of the session. */
  readonly request: unknown;
}

/** Receives the description of a call, or the error of a call that could not start. */
export type DescriptionReceiver = (result: CallDescription | Error) => void;

/** Options that may ask for the description of a call. */
export interface DescribingOptions {
  readonly [describeKey]?: DescriptionReceiver | undefined;
}

/** The parts of a session that a description names. */
interface DescribingSession {
  readonly cacheScope: string | undefined;
  readonly wiring: { readonly sdk: { readonly name: string }; readonly kind?: "grpc" | undefined };
}

/** Describes a call. An API of plain gRPC states only of some methods that they change nothing. */
export function createDescription(
  { cacheScope, wiring }: DescribingSession,
  rpc: Method,
  request: unknown,
): CallDescription {
  return {
    sdk: wiring.sdk.name,
    cacheScope,
    service: rpc.service.typeName,
    method: rpc.name,
    isRead: rpc.isReadOnly || (wiring.kind === "grpc" ? undefined : false),
    rpc,
    request,
  };
}
