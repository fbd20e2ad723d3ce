/**
 * Implements the built-in methods of the emulator. Each method role (`@stratus/convention`) has a function here that
 * answers it from the cloud.
 */
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import type { StatusError } from "../errors/status-error.js";
import { createResource } from "./create-resource.js";
import { deleteResource } from "./delete-resource.js";
import { exchangeByRpc } from "./exchange-token.js";
import { getProfile } from "./get-profile.js";
import type { Invocation, Reply } from "./invocation.js";
import { cancelOperation, deleteOperation, waitForOperation } from "./named-operation.js";
import { findOperation, listOperations } from "./read-operation.js";
import { getResource, getResourceByName, listResources } from "./read-resource.js";
import { answerStandard } from "./standard-method.js";
import { updateResource } from "./update-resource.js";
import { RefusedCall } from "../errors/refused-call.js";

/**
 * Answers a unary call by the role of its method.
 *
 * @throws StatusError; UNIMPLEMENTED if the role is unknown
 */
export async function dispatch(cloud: Cloud, call: Invocation, request: ReflectMessage): Promise<Reply> {
  const { role } = call.method;
  switch (role.kind) {
    case "create":
      return createResource(cloud, call, request, role.resource);
    case "update":
      return updateResource(cloud, call, request, role.resource);
    case "delete":
      return deleteResource(cloud, call, request, role);
    case "get":
      return getResource(cloud, request, role);
    case "getByName":
      return getResourceByName(cloud, request, role.resource);
    case "list":
      return listResources(cloud, call, request, role);
    case "operationGet":
      return { kind: "operation", id: findOperation(cloud, call, request, role.idField).id };
    case "operationCancel":
      return cancelOperation(cloud, call, findOperation(cloud, call, request, role.idField).id);
    case "operationWait":
      return waitForOperation(cloud, call, request, role.idField);
    case "operationDelete":
      return deleteOperation(cloud, call, findOperation(cloud, call, request, role.idField).id);
    case "operationList":
      return listOperations(cloud, call, request, role);
    case "tokenExchange":
      return exchangeByRpc(cloud, call, request);
    case "profile":
      return getProfile(cloud, call);
    case "unknown": {
      const standard = cloud.aip.methods.get(call.method.name);
      if (standard) return answerStandard(cloud, call, request, standard);
      throw createUnimplementedError(call.method.name);
    }
  }
}

/** Creates the error of a method that the emulator does not implement. */
export function createUnimplementedError(method: string): StatusError {
  return new RefusedCall(
    "METHOD_UNIMPLEMENTED",
    "UNIMPLEMENTED",
    `the descriptor of ${method} does not determine what it does; add a handler: emulator.handle(${JSON.stringify(method)}, ...), or an answer in a file for --script`,
  );
}
