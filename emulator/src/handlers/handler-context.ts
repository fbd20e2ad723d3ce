import { clone, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { isNamedOperation, isOperation, isResource, findManagedResource } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { resourceNotFound } from "../errors/refused-call.js";
import { StatusError } from "../errors/status-error.js";
import { assign } from "../messages/assign.js";
import { ensureMessage, readInteger, readString } from "../messages/read.js";
import { executeChange, type Change } from "../methods/execute-change.js";
import { changeCause, type Invocation } from "../methods/invocation.js";
import type { StoredResource } from "../resources/resource-store.js";
import { type NamesOf, requireKnownNames } from "../text/known-names.js";
import { findByName, namedResource } from "./named-resource.js";
import { type HandlerContext, type OperationRequest, StartedOperation } from "./handler.js";
import { EmulatorError } from "../text/emulator-error.js";

/** Creates the context of a call's handler. `request` is undefined for a stream of requests. */
export function handlerContext(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage | undefined,
): HandlerContext {
  return {
    method: call.method.name,
    account: call.account,
    now: new Date(call.nowMs),
    signal: call.signal,
    header: (name) => call.headers.get(name.toLowerCase()) ?? [],
    sleep: (delayMs) => cloud.settings.clock.sleep(delayMs, call.signal),
    resource: <Resource extends Message>(id: string) => copyResource(cloud, call, id) as Resource,
    put: (resource) => {
      cloud.apply({ kind: "put", resource: changed(cloud, call, resource) }, changeCause(cloud, call));
      call.reportEffect();
    },
    delete: (id) => {
      const { typeName, id: own } = findResource(cloud, call, id);
      cloud.apply({ kind: "delete", typeName, id: own }, changeCause(cloud, call));
      call.reportEffect();
    },
    operation: (options) => startOperation(cloud, call, request, options),
  };
}

/** Finds the resource with an AIP name, or with an identifier among those that the method's service manages. */
function findResource(cloud: Cloud, call: Invocation, id: string): StoredResource {
  const named = findByName(cloud, id);
  if (named !== undefined) return named;
  const { desc } = call.method.service;
  const type = findManagedResource(desc, cloud.api.registry);
  if (type === undefined && cloud.aip.resources.size === 0)
    throw new EmulatorError("HANDLER_INVALID", `${desc.typeName} manages no resource`);
  const found = type && cloud.resources.get(type.typeName, id);
  if (found === undefined) throw resourceNotFound(type?.name ?? "resource", id);
  return found;
}

function copyResource(cloud: Cloud, call: Invocation, id: string): Message {
  const { typeName, message } = findResource(cloud, call, id);
  const desc = cloud.api.registry.getMessage(typeName);
  if (desc === undefined)
    throw new EmulatorError("HANDLER_INVALID", `${typeName} is not a message of the API`);
  return clone(desc, message);
}

/** Returns a copy of the resource to store, with the next version and the time of the change. */
function changed(cloud: Cloud, call: Invocation, resource: Message): StoredResource {
  const desc = cloud.api.registry.getMessage(resource.$typeName);
  const named = desc && namedResource(cloud, call, desc, resource);
  if (named) return named;
  if (desc === undefined || !isResource(desc))
    throw new EmulatorError("HANDLER_INVALID", `${resource.$typeName} is not a resource of the API`);
  const copy = clone(desc, resource);
  const metadata = ensureMessage(reflect(desc, copy), "metadata");
  const id = readString(metadata, "id");
  const current = cloud.resources.get(desc.typeName, id);
  if (current === undefined) throw resourceNotFound(desc.name, id);
  const version = readInteger(ensureMessage(reflect(desc, current.message), "metadata"), "resource_version");
  assign(metadata, { resource_version: version + 1n, updated_at: new Date(call.nowMs) });
  const name = readString(metadata, "name");
  return { ...current, name, parentId: readString(metadata, "parent_id"), message: copy };
}

const requestNames: NamesOf<OperationRequest> = {
  resource: true,
  resourceId: true,
  description: true,
  response: true,
};

function startOperation(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage | undefined,
  options: OperationRequest,
): StartedOperation {
  const { method } = call;
  requireKnownNames(options, requestNames, `${method.name}: operation`, "HANDLER_INVALID");
  const { output, methodKind } = method.desc;
  const answers = isOperation(output) || isNamedOperation(output);
  if (request === undefined || methodKind !== "unary" || !answers) {
    throw new EmulatorError("HANDLER_INVALID", `${method.name} does not answer with an operation`);
  }
  const reply = executeChange(cloud, call, request, describeChange(cloud, call, options));
  if (reply.kind !== "operation") throw new StatusError("INTERNAL", `${method.name} made no operation`);
  call.reportEffect(reply);
  return new StartedOperation(reply.id);
}

function describeChange(cloud: Cloud, call: Invocation, options: OperationRequest): Change {
  const description = options.description ?? call.method.desc.name;
  if (options.resource === undefined) {
    const resource =
      findManagedResource(call.method.service.desc, cloud.api.registry) ?? call.method.desc.output;
    const id = options.resourceId ?? "";
    const parentId = cloud.resources.get(resource.typeName, id)?.parentId ?? "";
    return { resource, id, parentId, effect: { kind: "none" }, description, response: options.response };
  }
  const stored = changed(cloud, call, options.resource);
  const resource = cloud.api.registry.getMessage(stored.typeName);
  if (resource === undefined)
    throw new EmulatorError("HANDLER_INVALID", `${stored.typeName} is not a message of the API`);
  return {
    resource,
    id: stored.id,
    parentId: stored.parentId,
    effect: { kind: "put", resource: stored },
    description,
    response: options.response,
  };
}
