import type { HostEndpoint } from "../endpoint/endpoint.js";
import type { Method, MethodExtension, MethodKind, Service } from "./service.js";
import type { MessageType } from "../../messages/wire/message-type.js";

/**
 * A service, as generated code names it: its `api_service_name`, or its own host
 * instead of that. Without an endpoint it is called at the session's address, or reads operations.
 */
export function defineService(
  typeName: string,
  endpoint: string | HostEndpoint | undefined,
  more: ServiceMore = {},
): Service {
  const { unkeyed, atSession = false, deprecated } = more;
  return { typeName, endpoint, isAtSession: atSession, hasKeys: !unkeyed, deprecated };
}

/** The facts of a service beyond where it lives, from generated code. */
export interface ServiceMore {
  /** The service does not promise idempotency keys. */
  readonly unkeyed?: true;
  /** The service states no endpoint and is called at the session's address. */
  readonly atSession?: true;
  /** Text of the deprecation; empty if the proto only says that it is deprecated. */
  readonly deprecated?: string;
}

/** The facts of an rpc beyond its types, from generated code; all of them are rare. */
export interface MethodMore {
  /** The method changes nothing. */
  readonly readOnly?: true;
  /** The API says itself that it changes nothing. */
  readonly noSideEffects?: true;
  /** Repeating the method has no further effect. */
  readonly idempotent?: true;
  /** The method replaces a resource and takes a reset mask. */
  readonly update?: true;
  /** The types of the parents that the request takes from a session; any by default. */
  readonly parentTypes?: readonly string[];
  /** Text of the deprecation; empty if the proto only says that it is deprecated. */
  readonly deprecated?: string;
  /** Statements of the API beyond the convention of this runtime. */
  readonly extension?: MethodExtension;
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
    hasNoSideEffects: more.noSideEffects ?? false,
    isIdempotent: more.idempotent ?? false,
    isUpdate: more.update ?? false,
    parentTypes: more.parentTypes,
    deprecated: more.deprecated,
    service,
    extension: more.extension,
  };
}
