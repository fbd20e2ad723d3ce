/** Finds the methods `Get` of operations and resources (docs/conventions.md, "Methods" and "Operations"). */
import type { DescField, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import type { Endpoint } from "../shapes/endpoint.js";
import { startsWithWord } from "../base/name.js";
import { isOperation } from "../shapes/operation.js";
import { findPage } from "../shapes/page.js";
import { isResource } from "../shapes/resource.js";
import { findField, findIdentifier, hasStringField } from "../base/message-fields.js";

/** A unary `Get`, and the request field that identifies what it reads. */
export interface GetMethod {
  readonly get: DescMethod;
  readonly id: DescField;
}

/** Finds the `Get` of a service that reads operations. */
export function findOperationGet(service: DescService): GetMethod | undefined {
  return findGet(service, isOperation);
}

/** A unary method that lists operations, with the fields of its request and response. */
export interface OperationList {
  readonly list: DescMethod;
  /** The request field that identifies the resource. */
  readonly resourceId: DescField;
  /** The operations in the response. */
  readonly items: DescField;
}

/**
 * Finds the method of an operation service that lists the operations of a resource: a paginated `List...` with a string
 * `resource_id` in its request.
 */
export function findOperationList(service: DescService): OperationList | undefined {
  const operation = findOperationGet(service)?.get.output;
  for (const list of service.methods) {
    const items = findPage(list);
    const resourceId = hasStringField(list.input, "resource_id")
      ? findField(list.input, "resource_id")
      : undefined;
    const isList = items?.message === operation && startsWithWord(list.name, "list");
    if (items && resourceId && isList) return { list, resourceId, items };
  }
  return undefined;
}

/** Finds the service's `Get` that returns a resource. Returns undefined if the service has none. */
export function findResourceGet(service: DescService): GetMethod | undefined {
  return findGet(service, isResource);
}

/**
 * Returns whether the service reads operations: its `Get` returns one, and the service declares no endpoint. Such a
 * service is called at the endpoint of the service that created the operations.
 */
export function readsOperations(service: DescService, endpoint: Endpoint | undefined): boolean {
  return endpoint === undefined && findOperationGet(service) !== undefined;
}

function findGet(service: DescService, returns: (response: DescMessage) => boolean): GetMethod | undefined {
  const get = service.methods.find(isGet);
  if (get === undefined || !returns(get.output)) return undefined;
  const id = findIdentifier(get.input);
  return id && { get, id };
}

/** Whether the method is unary and called `Get`. */
export function isGet({ name, methodKind }: DescMethod): boolean {
  return name === "Get" && methodKind === "unary";
}
