import { typeError } from "../base/text/coded-error.js";
import type { MethodDefinition, Server, ServiceDefinition, UntypedHandleCall } from "@grpc/grpc-js";
import { CallError, type CelChecks, type Method } from "../entries/generated/sdk-v1.js";
import type { AnyHandler } from "./answer.js";
import type { ServerDefinition } from "../calls/rpc/define-server.js";
import { checkedHandler } from "./checked-handler.js";
import { implementation, wireForm, type Report } from "./method-form.js";
import type { ServerCall } from "../calls/rpc/server-call.js";
import { requireKnownNames } from "../base/text/options-error.js";

/** The call in which a handler failed. */
export interface FailedCall {
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method: string;
  /** The call; undefined if a response could not be encoded. */
  readonly call: ServerCall | undefined;
}

/** Options of a service; all may be left out. */
export interface ServeOptions {
  /**
   * Called with every error that the caller does not see. It may throw; that changes
   * nothing. Default: writes the error to the console.
   */
  readonly onError?: ((error: unknown, where: FailedCall) => unknown) | undefined;
  /** Rpcs may be without a handler; they answer UNIMPLEMENTED. Default false. */
  readonly partial?: boolean | undefined;
  /**
   * Refuse requests that break rules of the API before their handlers are called: the caller gets INVALID_ARGUMENT and a
   * `google.rpc.BadRequest` with each field and rule. Patterns that this program cannot decide are left out; so is what the server itself may fill. Default false.
   */
  readonly validate?: boolean | undefined;
  /** With `validate`: decides rules in CEL as well: `cel` of `@stratus/runtime/cel`. Default: nobody does. */
  readonly cel?: CelChecks | undefined;
}

/** Options of a service that may lack handlers. */
export interface PartialServeOptions extends ServeOptions {
  readonly partial: true;
}

/** A service in the form that grpc-js takes: `server.addService(definition, implementation)`. */
export interface GrpcService {
  readonly definition: ServiceDefinition;
  readonly implementation: { readonly [rpc: string]: UntypedHandleCall };
}

/**
 * A service for a server of grpc-js. Handlers are called as methods of the object
 * that holds them; it may be an instance of a class.
 *
 * A `CallError` that a handler makes and throws is what the caller gets: code,
 * text, service errors, violations, details, `retryDelayMs` as pushback. Any other error is
 * UNKNOWN to the caller, and passed to `onError`.
 *
 * @throws A TypeError if an rpc has no handler, unless `partial` allows it, and an OptionsError for an option that
 * is not known.
 */
export function grpcService<Handlers extends object>(
  definition: ServerDefinition<Handlers>,
  handlers: Handlers,
  options?: ServeOptions,
): GrpcService;
export function grpcService<Handlers extends object>(
  definition: ServerDefinition<Handlers>,
  handlers: Partial<Handlers>,
  options: PartialServeOptions,
): GrpcService;
export function grpcService(
  definition: ServerDefinition<object>,
  handlers: object,
  options: ServeOptions = {},
): GrpcService {
  requireKnownNames(options, ["cel", "onError", "partial", "validate"], "grpcService");
  const found = findHandlers(definition, handlers, options.partial ?? false);
  // Without prototypes, so that an rpc may have any name.
  const rpcs: { [rpc: string]: MethodDefinition<unknown, unknown> } = Object.create(null);
  const calls: { [rpc: string]: UntypedHandleCall } = Object.create(null);
  for (const [local, method] of Object.entries(definition.methods)) {
    const report = reporter(method, options);
    const own = found.get(local);
    const handler = own
      ? options.validate
        ? checkedHandler(method, own, options.cel)
        : own
      : unimplemented(method);
    rpcs[method.name] = wireForm(method, report);
    calls[method.name] = implementation(method, definition.wiring, handler, report);
  }
  return { definition: rpcs, implementation: calls };
}

/**
 * Adds a service to a server of grpc-js: `addService(server,
 * InstanceServiceServer, handlers)`. See {@link grpcService}.
 *
 * @throws An Error if the server has the service already, and a TypeError if it is not a server of grpc-js.
 */
export function addService<Handlers extends object>(
  server: Pick<Server, "addService">,
  definition: ServerDefinition<Handlers>,
  handlers: Handlers,
  options?: ServeOptions,
): void;
export function addService<Handlers extends object>(
  server: Pick<Server, "addService">,
  definition: ServerDefinition<Handlers>,
  handlers: Partial<Handlers>,
  options: PartialServeOptions,
): void;
export function addService(
  server: Pick<Server, "addService">,
  definition: ServerDefinition<object>,
  handlers: object,
  options?: ServeOptions,
): void {
  if (typeof server?.addService !== "function") {
    throw typeError(
      "ARGUMENT_INVALID",
      `addService: the server of ${definition.typeName} is not one of grpc-js; install @grpc/grpc-js and pass its \`new Server()\``,
    );
  }
  const service = grpcService(definition, handlers, options);
  // The library refuses a service without rpcs, which has nothing to add.
  if (Object.keys(service.definition).length > 0)
    server.addService(service.definition, service.implementation);
}

function findHandlers(
  { typeName, methods }: ServerDefinition<object>,
  handlers: object,
  isPartial: boolean,
): ReadonlyMap<string, AnyHandler> {
  const found = new Map<string, AnyHandler>();
  const missing: string[] = [];
  for (const local of Object.keys(methods)) {
    const handler: unknown = Reflect.get(handlers, local);
    if (typeof handler === "function") found.set(local, handler.bind(handlers) as AnyHandler);
    else if (handler === undefined) missing.push(local);
    else throw typeError("ARGUMENT_INVALID", `${typeName}: the handler of ${local} is not a function`);
  }
  if (missing.length > 0 && !isPartial) {
    throw typeError(
      "ARGUMENT_INVALID",
      `${typeName} has no handler for ${missing.join(", ")}: write what is missing, or pass { partial: true } to answer UNIMPLEMENTED`,
    );
  }
  return found;
}

function unimplemented({ service, name }: Method): AnyHandler {
  return () => {
    throw new CallError({ code: "UNIMPLEMENTED", text: `${service.typeName}/${name} is not implemented` });
  };
}

/** Reports errors. A report must never be the end of the program. */
function reporter({ service, name }: Method, { onError = writeError }: ServeOptions): Report {
  const method = `${service.typeName}/${name}`;
  const tell = async (error: unknown, call: ServerCall | undefined): Promise<void> => {
    try {
      await onError(error, { method, call });
    } catch {
      // Nobody can receive the failure of the error handler.
    }
  };
  return (error, call) => void tell(error, call);
}

function writeError(error: unknown, { method }: FailedCall): void {
  console.error(`${method} failed:`, error);
}
