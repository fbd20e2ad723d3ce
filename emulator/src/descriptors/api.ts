import type { DescMessage, DescMethod, DescService, FileRegistry } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { type MethodRole, roleOf } from "./method-role.js";
import { isOperationService } from "./operation-type.js";
import { CustomOptions } from "./custom-options.js";

/** A method of the API, and what the emulator makes of it. */
export interface ApiMethod {
  /** `package.Service/Method`, as the seed writes methods. */
  readonly name: string;
  readonly desc: DescMethod;
  readonly service: ApiService;
  readonly role: MethodRole;
  /** The method changes nothing: it ignores idempotency keys. */
  readonly isReadOnly: boolean;
}

/** A service of the API. */
export interface ApiService {
  readonly desc: DescService;
  /** Value of `api_service_name`. */
  readonly endpoint: string | undefined;
  /** The service reads operations, and answers at the endpoint of every other service. */
  readonly readsOperations: boolean;
  readonly methods: readonly ApiMethod[];
}

/** An API as the emulator sees it: every question about its descriptors is answered here, once. */
export interface Api {
  readonly registry: FileRegistry;
  readonly options: CustomOptions;
  readonly services: readonly ApiService[];
  /** Methods by `package.Service/Method`. */
  readonly methods: ReadonlyMap<string, ApiMethod>;
  /** Names of all endpoints, sorted. */
  readonly endpoints: readonly string[];
  /** Full names of the resources that have a GetByName: their names are unique within a parent. */
  readonly uniqueNames: ReadonlySet<string>;
}

/** Reads the API out of its descriptors. */
export function readApi(registry: FileRegistry): Api {
  const options = new CustomOptions(registry);
  const services: ApiService[] = [];
  for (const desc of registry) {
    if (desc.kind === "service") services.push(readService(desc, registry, options));
  }
  const methods = new Map<string, ApiMethod>();
  const uniqueNames = new Set<string>();
  for (const method of services.flatMap((service) => service.methods)) {
    methods.set(method.name, method);
    if (method.role.kind === "getByName") uniqueNames.add(method.role.resource.typeName);
  }
  const endpoints = [...new Set(services.flatMap(({ endpoint }) => endpoint ?? []))].sort();
  return { registry, options, services, methods, endpoints, uniqueNames };
}

/** The resource that a role works on, if it works on one. */
export function resourceOfRole(role: MethodRole): DescMessage | undefined {
  return "resource" in role ? role.resource : undefined;
}

function readService(desc: DescService, registry: FileRegistry, options: CustomOptions): ApiService {
  const endpoint = options.endpointName(desc);
  const methods: ApiMethod[] = [];
  const service = { desc, endpoint, readsOperations: isOperationService(desc, endpoint), methods };
  for (const method of desc.methods) {
    const isUpdater = options.methodBehaviors(method).has("UPDATER");
    methods.push({
      name: `${desc.typeName}/${method.name}`,
      desc: method,
      service,
      role: roleOf(method, registry, isUpdater),
      isReadOnly: isReadOnly(method),
    });
  }
  return service;
}

/** Seed section 4: Get and List methods are read-only. The options of protobuf may say so of any method. */
function isReadOnly(method: DescMethod): boolean {
  return (
    /^(?:Get|List)(?![a-z])/.test(method.name) ||
    method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS
  );
}
