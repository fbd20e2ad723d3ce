/**
 * Reads an API from its descriptors once, when the emulator starts. `@stratus/convention` recognizes the parts of the
 * API. This folder loads the descriptors and stores the results.
 */
import type { DescMethod, DescService, FileRegistry } from "@bufbuild/protobuf";
import {
  type ApiKind,
  createCustomOptions,
  type CustomOptions,
  findNamedOperationMethods,
  isReadOnly,
  type MethodRole,
  readApiKind,
  readEndpoint,
  readsOperations,
  readRole,
} from "@stratus/convention";
import { EmulatorError } from "../text/emulator-error.js";

/** A method of the API with its role. */
export interface ApiMethod {
  /** `package.Service/Method`. */
  readonly name: string;
  readonly desc: DescMethod;
  readonly service: ApiService;
  readonly role: MethodRole;
  /** Whether the method only reads, so that it ignores idempotency keys. */
  readonly isReadOnly: boolean;
}

/** A service of the API. */
export interface ApiService {
  readonly desc: DescService;
  /** The value of `api_service_name`. Undefined if the service has no name in the API's domain. */
  readonly endpoint: string | undefined;
  /** The value of `default_host`, if the service has no name in the API's domain. */
  readonly defaultHost: string | undefined;
  /** Whether the service reads operations. It is called at the endpoints of the services that create them. */
  readonly readsOperations: boolean;
  readonly methods: readonly ApiMethod[];
}

/** An API with everything that the emulator reads from its descriptors. */
export interface Api {
  /** The kind of the API. */
  readonly kind: ApiKind;
  readonly registry: FileRegistry;
  readonly options: CustomOptions;
  readonly services: readonly ApiService[];
  /** Methods by `package.Service/Method`. */
  readonly methods: ReadonlyMap<string, ApiMethod>;
  /** Names of all endpoints, sorted. */
  readonly endpoints: readonly string[];
  /** The lowercase hosts of services outside of the API's domain, except operation services. */
  readonly defaultHosts: ReadonlySet<string>;
  /** The full names of the resource types that have a GetByName, so that names are unique within a parent. */
  readonly uniqueNames: ReadonlySet<string>;
}

/**
 * Reads the API from its descriptors.
 *
 * @param chosen The kind that the SDK was generated with; undefined for the one that the descriptors state
 * @throws EmulatorError if the value of an option does not have the option's type
 */
export function readApi(registry: FileRegistry, chosen?: ApiKind): Api {
  const options = createCustomOptions(registry.files, (element, option, reason) => {
    const text = `${element.toString()}: the value of the option ${option.typeName} cannot be decoded (${reason})`;
    return new EmulatorError("DESCRIPTORS_INVALID", text);
  });
  const described = [...registry].filter((desc) => desc.kind === "service");
  const kind = chosen ?? readApiKind(described, options, registry);
  const services = described.map((desc) => readService(desc, kind, registry, options));
  const methods = new Map<string, ApiMethod>();
  const uniqueNames = new Set<string>();
  for (const method of services.flatMap((service) => service.methods)) {
    methods.set(method.name, method);
    if (method.role.kind === "getByName") uniqueNames.add(method.role.resource.typeName);
  }
  const endpoints = [...new Set(services.flatMap(({ endpoint }) => endpoint ?? []))].sort();
  const creators = services.filter((service) => !service.readsOperations);
  const defaultHosts = new Set(creators.flatMap(({ defaultHost }) => defaultHost?.toLowerCase() ?? []));
  return { kind, registry, options, services, methods, endpoints, defaultHosts, uniqueNames };
}

function readService(
  desc: DescService,
  kind: ApiKind,
  registry: FileRegistry,
  options: CustomOptions,
): ApiService {
  const endpoint = readEndpoint(desc, options);
  const methods: ApiMethod[] = [];
  const service: ApiService = {
    desc,
    endpoint: endpoint?.kind === "name" ? endpoint.text : undefined,
    // Authorities have no final dot.
    defaultHost: endpoint?.kind === "host" ? endpoint.text.replace(/\.(?=:|$)/, "") : undefined,
    readsOperations:
      kind !== "grpc" && (readsOperations(desc, endpoint) || findNamedOperationMethods(desc) !== undefined),
    methods,
  };
  for (const method of desc.methods) {
    // Plain gRPC gives no method a meaning.
    const role: MethodRole = kind === "grpc" ? { kind: "unknown" } : readRole(method, options, registry);
    methods.push({
      name: `${desc.typeName}/${method.name}`,
      desc: method,
      service,
      role,
      isReadOnly: isReadOnly(method, options),
    });
  }
  return service;
}
