import type { Method, Modify, PickUp, Service } from "../model/api.js";
import { code, docBlock, propertyName, type ModuleImports } from "../../kit/code/code.js";
import { definitionCode } from "./method.js";
import { operationCallType, startsOperation, wiringCode } from "./operation.js";
import { replyType } from "./reply.js";

/** The helper of a service that reads, changes and updates: the view of the partial `modify`. */
export function modifyView({ local, get, update }: Modify, service: Service, imports: ModuleImports) {
  const isOperation = startsOperation(update);
  return {
    doc: docBlock({ text: modifyDoc(get, update) }),
    local: propertyName(local),
    get: definitionCode(service, get),
    update: definitionCode(service, update),
    request: code`${imports.runtimeType("MessageInit")}<${imports.type(get.request.type)}>`,
    resource: replyType(get, imports),
    modifyOptions: imports.runtimeType("ModifyOptions"),
    answer: isOperation
      ? operationCallType(update, service, imports)
      : code`${imports.runtimeType("Call")}<${replyType(update, imports)}>`,
    /** How the operation is read that the update starts. */
    wiring: isOperation && wiringCode(update, service, imports),
  };
}

function modifyDoc(get: Method, update: Method): string {
  return [
    `Reads with \`${get.local}\`, lets \`change\` change the resource, and sends with \`${update.local}\` what it`,
    "changed and nothing else, with the smallest reset mask and the version that was",
    "read. If someone else changed the resource in the meantime it starts again, so",
    "`change` may run more than once. Change elements of lists where they stand: one",
    "that is replaced by another loses what only the server knows of it.",
  ].join("\n");
}

/** The helper of a service that picks up an operation: the view of the partial `pick-up`. */
export function pickUpView(pickUp: PickUp, service: Service, imports: ModuleImports) {
  const started = { operation: pickUp.use, response: pickUp.operation, isDelete: false };
  return {
    local: propertyName(pickUp.local),
    callOptions: imports.runtimeType("CallOptions"),
    answer: operationCallType(started, service, imports),
    wiring: wiringCode(started, service, imports),
  };
}
