import type { OwnHost } from "../endpoint/endpoint.js";
import type { Init } from "../table/init.js";
import { OperationHandle, type OperationOrigin } from "./operation-handle.js";
import type { MessageType, Method, MethodKind, Service } from "./service.js";

/**
 * A service, as generated code names it: its `api_service_name`, or its own host
 * in place of that. Without an endpoint it is one that reads operations.
 */
export function defineService(typeName: string, endpoint: string | OwnHost | undefined): Service {
  return { typeName, endpoint };
}

/** What generated code says of an rpc beyond its types; all of it is rare. */
export interface MethodMore {
  /** The method changes nothing. */
  readonly readOnly?: true;
  /** The method replaces a resource and takes a reset mask. */
  readonly update?: true;
  /** Text of the deprecation; empty where the proto only says that it is deprecated. */
  readonly deprecated?: string;
}

/** An rpc, as generated code writes it. */
export function defineMethod<Request, Response, Kind extends MethodKind>(
  ...[service, name, kind, request, response, more = {}]: [
    service: Service,
    name: string,
    kind: Kind,
    request: MessageType<Request>,
    response: MessageType<Response>,
    more?: MethodMore,
  ]
): Method<Request, Response, Kind> {
  return {
    name,
    path: `/${service.typeName}/${name}`,
    kind,
    request,
    response,
    isReadOnly: more.readOnly ?? false,
    isUpdate: more.update ?? false,
    deprecated: more.deprecated,
    service,
  };
}

/** How a running operation is read again, and what a caller gets of it. */
export interface OperationWiring<Operation, Handle = OperationHandle<Operation>> {
  /** The operation service's Get. */
  readonly get: Method<unknown, Operation, "unary">;
  /** Its request for an operation. */
  readonly requestOf: (id: string) => unknown;
  /** Makes the handle of an operation as it was last read. */
  open(origin: OperationOrigin<Operation>, latest: Operation): Handle;
}

/** Says how operations are read: the Get of the operation service, and its request by the operation's id. */
export function wireOperations<Request, Operation>(
  get: Method<Request, Operation, "unary">,
  requestOf: (id: string) => Init<Request>,
): OperationWiring<Operation> {
  return { get, requestOf, open: (origin, latest) => new OperationHandle(origin, latest) };
}
