import type { OwnHost } from "../endpoint/endpoint.js";
import type { Method, MethodKind, Service } from "./service.js";
import type { MessageType } from "../wire/message-type.js";

/**
 * A service, as generated code names it: its `api_service_name`, or its own host
 * in place of that. Without an endpoint it is one that reads operations.
 */
export function defineService(
  typeName: string,
  endpoint: string | OwnHost | undefined,
  more: ServiceMore = {},
): Service {
  return { typeName, endpoint, deprecated: more.deprecated };
}

/** What generated code says of a service beyond where it lives. */
export interface ServiceMore {
  /** Text of the deprecation; empty where the proto only says that it is deprecated. */
  readonly deprecated?: string;
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
  service: Service,
  name: string,
  kind: Kind,
  request: MessageType<Request>,
  response: MessageType<Response>,
  more: MethodMore = {},
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
