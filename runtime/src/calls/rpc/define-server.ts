import type { Method } from "./service.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import type { HeaderNames } from "./wiring.js";

/** The parts that servers of all services of an API have in common. Generated code writes them. */
export interface ServerWiring {
  /** Names of headers; those left out are `X-Idempotency-Key` and `X-ResetMask`. */
  readonly headers?: HeaderNames | undefined;
  /** Message types that the service errors of a failure are written as. */
  readonly serviceErrors: readonly MessageType<unknown>[];
}

/** All that a server must know of a service to answer its rpcs. */
export interface ServerDefinition<Handlers> {
  /** Full proto name: `svc.compute.v1.InstanceService`. */
  readonly typeName: string;
  /** The rpcs by the names of their handlers. */
  readonly methods: { readonly [name: string]: Method };
  readonly wiring: ServerWiring;
  /** Never set: ties the definition to its handlers for the compiler. */
  readonly handlers?: Handlers;
}

/** A service, as generated code hands it to servers. */
export function defineServer<Handlers>(
  typeName: string,
  methods: { readonly [Name in keyof NoInfer<Handlers>]: Method },
  wiring: ServerWiring,
): ServerDefinition<Handlers> {
  return { typeName, methods: methods as { readonly [name: string]: Method }, wiring };
}
