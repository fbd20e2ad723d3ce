import type * as Protobuf from "@bufbuild/protobuf";
import type { DescFile, DescMethod } from "@bufbuild/protobuf";
import type * as WellKnownTypes from "@bufbuild/protobuf/wkt";
import type * as Connect from "@connectrpc/connect";
import type { ConnectRouter } from "@connectrpc/connect";
import type {
  MethodDefinition,
  Server,
  ServiceDefinition,
  UntypedServiceImplementation,
} from "@grpc/grpc-js";
import type { ApiDescriptors } from "../../entries/generated/sdk-v1.js";
import { type ConnectTools, type GrpcMethod, routeService } from "./connect-methods.js";

/** Adds services, as to a server of grpc-js. */
export type AddServices = (server: Pick<Server, "addService">) => void;

/** Services of grpc-js that Connect's library can serve. */
export interface LoadedServices {
  /** The options of Connect's library for JSON: what an Any holds is looked up by its name. */
  readonly jsonOptions: { readonly registry: NonNullable<ReturnType<typeof createRegistry>> };
  /** The paths of all methods. */
  readonly paths: ReadonlySet<string>;
  readonly connect: typeof Connect;
  /** Adds the services to a router of Connect's library. */
  addRoutes(router: ConnectRouter, placeOf: ConnectTools["placeOf"]): void;
}

/** @throws An Error if a service is not among the descriptors. */
export async function loadServices(descriptors: ApiDescriptors, add: AddServices): Promise<LoadedServices> {
  const [protobuf, wkt, connect, grpc] = await Promise.all([
    import("@bufbuild/protobuf"),
    import("@bufbuild/protobuf/wkt"),
    import("@connectrpc/connect"),
    import("@grpc/grpc-js"),
  ]);
  const registry = createRegistry(protobuf, wkt, descriptors);
  const methods = collect(add);
  const services = servicesOf(registry.files, methods);
  return {
    connect,
    jsonOptions: { registry },
    paths: new Set(services.flatMap((service) => service.methods.map(pathOf))),
    addRoutes(router, placeOf) {
      const tools = { protobuf, connect, grpc, placeOf };
      for (const service of services) {
        routeService(router, service, (method) => methods.get(pathOf(method)), tools);
      }
    },
  };
}

function createRegistry(protobuf: typeof Protobuf, wkt: typeof WellKnownTypes, { files }: ApiDescriptors) {
  const file = files.map((text) =>
    protobuf.fromBinary(wkt.FileDescriptorProtoSchema, Buffer.from(text, "base64")),
  );
  return protobuf.createFileRegistry(protobuf.create(wkt.FileDescriptorSetSchema, { file }));
}

function pathOf({ parent, name }: DescMethod): string {
  return `/${parent.typeName}/${name}`;
}

/** The methods that are added, by their paths. */
function collect(add: AddServices): ReadonlyMap<string, GrpcMethod> {
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
