/** `Get`, of operations and of resources (docs/conventions.md, "Methods" and "Operations"). */
import type { DescField, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import type { Endpoint } from "../parts/endpoint.js";
import { startsWithWord } from "../base/name.js";
import { isOperation } from "../parts/operation.js";
import { findPage } from "../parts/page.js";
import { isResource } from "../parts/resource.js";
import { findField, findIdentifier, hasText } from "../base/shape.js";

/** A unary `Get`, and the field of its request that names what it gets. */
export interface GetMethod {
  readonly get: DescMethod;
  readonly id: DescField;
}

/** `Get` of a service that reads operations; undefined where it reads none. */
export function findOperationGet(service: DescService): GetMethod | undefined {
  return findGet(service, isOperation);
}

/** A unary method that lists operations, and the fields that it is called and read by. */
export interface OperationList {
  readonly list: DescMethod;
  /** The string of the request that names the resource. */
  readonly resourceId: DescField;
  /** The operations in the response. */
  readonly items: DescField;
}

/**
 * The method of a service that reads operations which lists those of a resource: called `List...`, page by page, with a
 * string `resource_id` in its request. Undefined if there is none.
 */
export function findOperationList(service: DescService): OperationList | undefined {
  const operation = findOperationGet(service)?.get.output;
  for (const list of service.methods) {
    const items = findPage(list);
    const resourceId = hasText(list.input, "resource_id") ? findField(list.input, "resource_id") : undefined;
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

function findGet(service: DescService, fits: (response: DescMessage) => boolean): GetMethod | undefined {
  const get = service.methods.find(isGet);
  if (get === undefined || !fits(get.output)) return undefined;
  const id = findIdentifier(get.input);
  return id && { get, id };
}

/** The method is the unary one called `Get`. */
export function isGet({ name, methodKind }: DescMethod): boolean {
  return name === "Get" && methodKind === "unary";
}
