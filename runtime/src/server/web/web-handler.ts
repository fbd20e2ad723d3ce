/**
 * The room of servers for browsers: services of grpc-js answered by Connect and gRPC-web too, by Connect's own library,
 * which is loaded here alone.
 *
 * @module
 */
import { defaults } from "../../base/defaults.js";
import type { DescFile, DescMethod } from "@bufbuild/protobuf";
import type {
  MethodDefinition,
  Server,
  ServiceDefinition,
  UntypedServiceImplementation,
} from "@grpc/grpc-js";
import type { ApiDescriptors } from "../../entries/generated/sdk-v1.js";
import { type GrpcMethod, routeService } from "./connect-methods.js";
import { type CorsOptions, type NodeHandler, type NodeRequest, withCors } from "./cors.js";

/** Options of a handler for browsers; all may be left out. */
export interface WebHandlerOptions {
  /** The other origins whose pages may call. */
  readonly cors?: CorsOptions | undefined;
  /** Answers all other requests. Default: 404. */
  readonly fallback?: NodeHandler | undefined;
  /** Largest request, in bytes. Default 4 MiB, as that of grpc-js. */
  readonly maxReceiveBytes?: number | undefined;
}

/**
 * A handler for a server of `node:http`, `node:https` or `node:http2` that answers services by Connect and gRPC-web, and
 * over HTTP/2 by gRPC as well. Services are added as to a server of grpc-js:
 *
 * ```ts
 * const handler = await webHandler(descriptors, (server) => addService(server, InstanceServiceServer, handlers));
 * createServer(handler).listen(8080);
 * ```
 *
 * It needs the packages `@connectrpc/connect`, `@connectrpc/connect-node`, `@bufbuild/protobuf` and `@grpc/grpc-js`.
 *
 * @param descriptors Those of the SDK: `descriptors` of `@svc/cloud/descriptors`.
 * @throws An OptionsError for what is not an origin, and an Error if a service is not among the descriptors.
 */
export async function webHandler(
  descriptors: ApiDescriptors,
  add: (server: Pick<Server, "addService">) => void,
  options: WebHandlerOptions = {},
): Promise<NodeHandler> {
  const [protobuf, wkt, connect, node, grpc] = await Promise.all([
    import("@bufbuild/protobuf"),
    import("@bufbuild/protobuf/wkt"),
    import("@connectrpc/connect"),
    import("@connectrpc/connect-node"),
    import("@grpc/grpc-js"),
  ]);
  const file = descriptors.files.map((text) =>
    protobuf.fromBinary(wkt.FileDescriptorProtoSchema, Buffer.from(text, "base64")),
  );
  const registry = protobuf.createFileRegistry(protobuf.create(wkt.FileDescriptorSetSchema, { file }));
  const methods = collect(add);
  const key = connect.createContextKey<NodeRequest | undefined>(undefined);
  const tools = {
    protobuf,
    connect,
    grpc,
    placeOf: ({ values }: { values: { get(id: typeof key): NodeRequest | undefined } }) =>
      placeOf(values.get(key)),
  };
  const handler = node.connectNodeAdapter({
    // What an Any holds is looked up by its name.
    jsonOptions: { registry },
    readMaxBytes: options.maxReceiveBytes ?? defaults.serverMaxReceiveBytes,
    contextValues: (request) => connect.createContextValues().set(key, request),
    // Its own type of an answer differs from Node's by the types of two callbacks.
    ...(options.fallback ? { fallback: options.fallback as never } : {}),
    routes(router) {
      for (const service of servicesOf(registry.files, methods)) {
        routeService(router, service, (method) => methods.get(pathOf(method)), tools);
      }
    },
  });
  const strict = withoutText(handler);
  return options.cors ? withCors(strict, options.cors) : strict;
}

function pathOf({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`;
}

/** The methods that are added, by their paths. */
function collect(add: (server: Pick<Server, "addService">) => void): ReadonlyMap<string, GrpcMethod> {
  const methods = new Map<string, GrpcMethod>();
  const addMethod = (
    rpc: string,
    definition: MethodDefinition<unknown, unknown>,
    implementation: UntypedServiceImplementation,
  ): void => {
    const handle = implementation[rpc] ?? implementation[definition.originalName ?? ""];
    if (!handle) return;
    methods.set(definition.path, {
      handle,
      read: definition.requestDeserialize,
      write: definition.responseSerialize,
    });
  };
  add({
    addService(service: ServiceDefinition, implementation) {
      for (const [rpc, definition] of Object.entries(service)) addMethod(rpc, definition, implementation);
    },
  });
  return methods;
}

function servicesOf(files: Iterable<DescFile>, methods: ReadonlyMap<string, GrpcMethod>) {
  const services = [...files].flatMap((file) => file.services);
  const known = new Set(services.flatMap((service) => service.methods.map(pathOf)));
  const stray = [...methods.keys()].find((path) => !known.has(path));
  if (stray !== undefined) {
    throw new Error(
      `${stray.slice(1)} is not among the descriptors; pass those of the SDK that the service is of`,
    );
  }
  return services.filter((service) => service.methods.some((method) => methods.has(pathOf(method))));
}

/** Refuses the text form of gRPC-web, which Connect's library knows as little as our clients. */
function withoutText(handler: NodeHandler): NodeHandler {
  return (request, response) => {
    const type = request.headers["content-type"] ?? "";
    if (!/^application\/grpc-web-text/i.test(type)) return handler(request, response);
    response.statusCode = 415;
    response.setHeader("content-type", "text/plain; charset=utf-8");
    response.end(
      "application/grpc-web-text is not served: send application/grpc-web+proto, in grpc-web clients by mode=grpcweb\n",
    );
  };
}

function placeOf(request: NodeRequest | undefined): { readonly peer: string; readonly authority: string } {
  const { remoteAddress = "", remotePort = 0 } = request?.socket ?? {};
  const host = remoteAddress.includes(":") ? `[${remoteAddress}]` : remoteAddress;
  const authority = request?.headers[":authority"] ?? request?.headers.host ?? "";
  return { peer: host === "" ? "" : `${host}:${remotePort}`, authority: String(authority) };
}
