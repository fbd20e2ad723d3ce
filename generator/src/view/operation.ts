import type { Method, Service } from "../model/api.js";
import { generic, literal, type Code } from "../code/code.js";
import type { ModuleImports } from "./modules.js";
import { replyType } from "./reply.js";

/** What starts an operation, or picks one up. */
type Starting = Pick<Method, "operation" | "response" | "isDelete">;

/** Type of a call: `OperationCall<Operation>`, of one that starts no operation nothing. */
export function operationCallType(method: Starting, service: Service, imports: ModuleImports): Code {
  const operation = imports.type(method.response.type);
  if (!method.operation) return literal("");
  if (!leavesResource(method, service)) {
    imports.doorTypes("OperationCall");
    return generic(literal("OperationCall"), [operation]);
  }
  imports.doorTypes("ResourceOperationCall");
  return generic(literal("ResourceOperationCall"), [
    operation,
    replyType(service.resourceReading.get, imports),
  ]);
}

/** How the operation is read: as its resource is, where it leaves one, and else on its own. */
export function wiringCode(method: Starting, service: Service, imports: ModuleImports): Code {
  if (!method.operation) return literal("");
  return leavesResource(method, service) ? literal("this.#operations") : imports.value(method.operation);
}

/** The service's Get reads what the operation is about. */
function leavesResource(
  { operation, isDelete }: Starting,
  service: Service,
): service is Service & { readonly resourceReading: NonNullable<Service["resourceReading"]> } {
  const wiring = service.resourceReading?.wiring;
  return !isDelete && wiring?.name === operation?.name && wiring?.module === operation?.module;
}
