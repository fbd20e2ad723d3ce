/** Services of plain gRPC, which have nothing of the convention or AIP, whatever their messages look like. */
import type { AipMethod } from "./aip-model.js";
import type { Method, Service } from "./api.js";

/** Returns the service as gRPC alone describes it: without masks, operations, parents and resources. */
export function plainService(service: Service): Service {
  return {
    ...service,
    isAtSession: service.endpoint === undefined,
    methods: service.methods.map(plainMethod),
    operationReader: undefined,
    modify: undefined,
    pickUp: undefined,
    resourceReading: undefined,
  };
}

function plainMethod(method: Method): Method {
  return {
    ...method,
    reply: "message",
    isUpdate: false,
    hiddenInList: undefined,
    parentTypes: [],
    operation: undefined,
    aip: method.aip && plainStatements(method.aip),
  };
}

/** A gRPC service configuration states timeouts and retries for any API. */
function plainStatements({ config }: AipMethod): AipMethod | undefined {
  return config && { requestId: undefined, createdName: undefined, routing: [], config, masked: undefined };
}
