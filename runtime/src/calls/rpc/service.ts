/**
 * The types by which generated code describes an API to the runtime, for clients and servers: message types,
 * methods, services, metadata, and the wiring of a session. Nothing here makes a call.
 *
 * @module
 */
import type { HostEndpoint } from "../endpoint/endpoint.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { MessageType } from "../../messages/wire/message-type.js";

/** The kind of a method: unary or streaming. */
export type MethodKind = "unary" | "serverStreaming" | "clientStreaming" | "bidiStreaming";

/** The description of a method, from generated code. */
export interface Method<Request = unknown, Response = unknown, Kind extends MethodKind = MethodKind> {
  /** Name of the rpc: `Create`. */
  readonly name: string;
  /** Path on the wire: `/svc.compute.v1.InstanceService/Create`. */
  readonly path: string;
  /** The kind of a method: unary or streaming. */
  readonly kind: Kind;
  /** Type of the request, or of each where they are streamed. */
  readonly request: MessageType<Request>;
  /** Type of the response, or of each where they are streamed. */
  readonly response: MessageType<Response>;
  /** The method changes nothing: it sends no idempotency key. */
  readonly isReadOnly: boolean;
  /** The API says itself that the method changes nothing (`idempotency_level = NO_SIDE_EFFECTS`), so that caches may answer it. Default false. */
  readonly hasNoSideEffects?: boolean | undefined;
  /** The API says that repeating the method has no further effect (`idempotency_level`). */
  readonly isIdempotent: boolean;
  /** The method replaces a resource: it sends a reset mask. */
  readonly isUpdate: boolean;
  /** The types of the parents that the request takes, by which their identifiers begin. Default: any. */
  readonly parentTypes?: readonly string[] | undefined;
  /** Text of the deprecation, where the proto deprecates the method. */
  readonly deprecated: string | undefined;
  /** The service that has it. */
  readonly service: Service;
  /** Statements of the API beyond the convention of this runtime. */
  readonly extension?: MethodExtension | undefined;
}

/**
 * Statements of an API about a method beyond the convention of this runtime. A separate entry point makes it, such as
 * `aip-v1`, so that the SDKs of other APIs carry nothing of it.
 */
export interface MethodExtension {
  /** The request as all attempts of a call send it: with what clients fill in; the same object if there is nothing. */
  readonly fill?: ((request: object, type: MessageTable, newId: () => string) => object) | undefined;
  /** Whether the server knows the request again, so that repeating it has no further effect. */
  readonly isKnownAgain?: ((request: object, type: MessageTable) => boolean) | undefined;
  /** Headers of a request, unless the call has them already. */
  readonly headers?:
    | ((request: object, type: MessageTable) => readonly (readonly [name: string, value: string])[])
    | undefined;
  /** Time of a unary call with its retries, in milliseconds, unless the program says another. */
  readonly timeoutMs?: number | undefined;
  /** How failed attempts are repeated; undefined if the API does not say it. */
  readonly retry?: MethodRetry | undefined;
}

/** The retry policy that the API states for a method. */
export interface MethodRetry {
  /** Names of the codes after which an attempt is repeated; none for no repetition. */
  readonly codes: readonly string[];
  /** Maximum number of attempts, including the first. */
  readonly maxAttempts: number;
  /** Maximum delay before the first retry, in milliseconds. */
  readonly baseDelayMs: number;
  /** Maximum delay before any retry, in milliseconds. */
  readonly maxDelayMs: number;
  /** Factor by which the maximum delay grows with each retry. */
  readonly multiplier: number;
}

/** A service and its endpoint. */
export interface Service {
  /** Full proto name: `svc.compute.v1.InstanceService`. */
  readonly typeName: string;
  /**
   * Value of `api_service_name`, or the service's own host. Undefined for a service at the session's address, and for
   * an operation service, which is called at the endpoint of the service that started the operation.
   */
  readonly endpoint: string | HostEndpoint | undefined;
  /** The service states no endpoint and is called at the session's address. */
  readonly isAtSession: boolean;
  /** The service promises idempotency keys (conventions, section 7): each call that may change something sends one. */
  readonly hasKeys: boolean;
  /** Text of the deprecation, where the proto deprecates the service as a whole. */
  readonly deprecated: string | undefined;
}
