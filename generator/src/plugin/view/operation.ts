import type { Method, NamedTypes, OperationUse, Service } from "../model/api.js";
import { code, generic, type Code, type ModuleImports } from "../../kit/code/code.js";
import { replyCode, replyType, whenCalled } from "./reply.js";

/** A method that starts or resumes an operation. */
type Starting = Pick<Method, "response" | "hasReadableResource"> & { readonly operation: OperationUse };

/** The method starts an operation. */
export function startsOperation(method: Method): method is Method & Starting {
  return method.operation !== undefined;
}

/** Type of the call: `OperationCall<Operation>`. */
export function operationCallType(method: Starting, service: Service, imports: ModuleImports): Code {
  const operation = imports.type(method.response.type);
  const { named } = method.operation;
  if (named) {
    return generic(imports.runtimeType("NamedOperationCall"), [operation, ...handleTypes(named, imports)]);
  }
  if (!leavesResource(method, service)) return code`${imports.runtimeType("OperationCall")}<${operation}>`;
  const resource = replyType(service.resourceReading.get, imports);
  return code`${imports.runtimeType("ResourceOperationCall")}<${operation}, ${resource}>`;
}

/** How the operation is read: as its resource is, where it leaves one, with what it holds, and else on its own. */
export function wiringCode(method: Starting, service: Service, imports: ModuleImports): Code {
  const { wiring, named } = method.operation;
  if (named) {
    const { response, metadata } = named;
    const types = [
      imports.value(wiring),
      response ? replyCode({ ...response, pages: undefined }, imports, whenCalled) : code`undefined`,
      metadata ? imports.value(metadata.type) : code`undefined`,
    ] as const;
    return code`${imports.runtimeValue("withTypes")}(${types[0]}, ${types[1]}, ${types[2]})`;
  }
  return leavesResource(method, service) ? code`this.#operations` : imports.value(wiring);
}

/** Prints the types of an operation's result and metadata, which are Any if the API does not state them. */
function handleTypes({ response, metadata }: NamedTypes, imports: ModuleImports): Code[] {
  const unknown = (): Code => imports.runtimeType("AnyMessage");
  return [
    response ? replyType(response, imports) : unknown(),
    metadata ? imports.type(metadata.type) : unknown(),
  ];
}

/** The service's Get reads what the operation is about. */
export function leavesResource(
  { operation, hasReadableResource }: Starting,
  service: Service,
): service is Service & { readonly resourceReading: NonNullable<Service["resourceReading"]> } {
  const wiring = service.resourceReading?.wiring;
  const { name, module } = operation.wiring;
  return hasReadableResource && wiring?.name === name && wiring.module === module;
}
