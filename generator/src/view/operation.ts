import type { Method, Service } from "../model/api.js";
import { code, type Code } from "../code/code.js";
import type { ModuleImports } from "./modules.js";
import { replyType } from "./reply.js";

/** What starts an operation, or picks one up. */
type Starting = Pick<Method, "response" | "isDelete"> & {
  readonly operation: NonNullable<Method["operation"]>;
};

/** The method starts an operation. */
export function startsOperation(method: Method): method is Method & Starting {
  return method.operation !== undefined;
}

/** Type of the call: `OperationCall<Operation>`. */
export function operationCallType(method: Starting, service: Service, imports: ModuleImports): Code {
  const operation = imports.type(method.response.type);
  if (!leavesResource(method, service)) return code`${imports.runtimeType("OperationCall")}<${operation}>`;
  const resource = replyType(service.resourceReading.get, imports);
  return code`${imports.runtimeType("ResourceOperationCall")}<${operation}, ${resource}>`;
}

/** How the operation is read: as its resource is, where it leaves one, and else on its own. */
export function wiringCode(method: Starting, service: Service, imports: ModuleImports): Code {
  return leavesResource(method, service) ? code`this.#operations` : imports.value(method.operation);
}

/** The service's Get reads what the operation is about. */
function leavesResource(
  { operation, isDelete }: Starting,
  service: Service,
): service is Service & { readonly resourceReading: NonNullable<Service["resourceReading"]> } {
  const wiring = service.resourceReading?.wiring;
  return !isDelete && wiring?.name === operation.name && wiring.module === operation.module;
}
