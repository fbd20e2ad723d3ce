/**
 * The room of rpcs: the words in which generated code tells the runtime of an API,
 * for clients and servers alike: message types, methods, services, metadata, and
 * the wiring of a session. Types and constructors only; nothing here makes a call.
 *
 * @module
 */
import type { HostEndpoint } from "../endpoint/endpoint.js";
import type { MessageType } from "../wire/message-type.js";

/** Which side sends how many messages. */
export type MethodKind = "unary" | "serverStreaming" | "clientStreaming" | "bidiStreaming";

/** All that the runtime needs to know of one rpc. Generated code writes it. */
export interface Method<Request = unknown, Response = unknown, Kind extends MethodKind = MethodKind> {
  /** Name of the rpc: `Create`. */
  readonly name: string;
  /** Path on the wire: `/svc.compute.v1.InstanceService/Create`. */
  readonly path: string;
  /** Which side sends how many messages. */
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
  /** Text of the deprecation, where the proto deprecates the method. */
  readonly deprecated: string | undefined;
  /** The service that has it. */
  readonly service: Service;
}

/** A service: where it lives. */
export interface Service {
  /** Full proto name: `svc.compute.v1.InstanceService`. */
  readonly typeName: string;
  /**
   * Value of `api_service_name`, or the host of a service that has one of its
   * own. Undefined for an operation service, which is called at the endpoint of
   * the service that made the operation.
   */
  readonly endpoint: string | HostEndpoint | undefined;
  /** The service promises idempotency keys (conventions, section 7): each call that may change something sends one. */
  readonly hasKeys: boolean;
  /** Text of the deprecation, where the proto deprecates the service as a whole. */
  readonly deprecated: string | undefined;
}
