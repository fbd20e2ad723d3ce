import type { DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { hasStringField, type MessageList } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { badRequest } from "../errors/refused-call.js";
import { readString } from "../messages/read.js";
import type { OperationRecord } from "../operations/operation-record.js";
import type { OperationFilter } from "../operations/operation-store.js";
import type { Invocation, Reply } from "./invocation.js";
import { filterFields, readFilter } from "./list-filter.js";
import { listPage, pageFields } from "./list-page.js";
import { rejectUnknownFields } from "./read-resource.js";
import { RefusedCall } from "../errors/refused-call.js";

/**
 * Finds the operation that a request names. Only the endpoint that created an operation can read it
 * (docs/conventions.md, "Operations").
 *
 * @throws NOT_FOUND if the operation does not exist, was created at another endpoint, or was deleted
 */
export function findOperation(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  idField: string,
): OperationRecord {
  const id = readString(request, idField);
  if (id === "") throw badRequest(idField, "the identifier of the operation is missing");
  const found = cloud.operations.get(id);
  const record = found?.isDeleted === true ? undefined : found;
  const home = record?.endpoint;
  if (record !== undefined && (call.endpoint === undefined || home === call.endpoint)) return record;
  const hint = home === undefined ? "" : `; it was created at ${JSON.stringify(home)}, read it there`;
  throw new RefusedCall(
    "RESOURCE_NOT_FOUND",
    "NOT_FOUND",
    `operation ${JSON.stringify(id)} does not exist here${hint}`,
    {
      name: "ResourceNotFound",
      fields: { resource_id: id },
      retryType: "NOTHING",
    },
  );
}

/**
 * Lists operations, newest first: those of a resource, of the resources of a parent, or of either if the request has a
 * `name`. A filter applies to the state of the operations at the time of the call.
 */
export function listOperations(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  { resource, items }: { readonly resource: DescMessage | undefined; readonly items: MessageList },
): Reply {
  const known = ["resource_id", "parent_id", "name", "return_partial_success"];
  rejectUnknownFields(request, [...known, ...pageFields(call), ...filterFields(request)]);
  const place = operationFilter(call, request, resource);
  const desc = items.message;
  const { text, matches: test } = readFilter(cloud, request, desc);
  const render = (record: OperationRecord) => cloud.operationRenderer.render(record, desc, call.nowMs);
  const matches =
    test === undefined ? undefined : (record: OperationRecord) => test(reflect(desc, render(record), false));
  return listPage(call, request, items, {
    scope: [place, text],
    start: Number.MAX_SAFE_INTEGER,
    find: (before, count) => cloud.operations.list(place, before, count, matches),
    render,
  });
}

function operationFilter(
  call: Invocation,
  request: ReflectMessage,
  resource: DescMessage | undefined,
): OperationFilter {
  const resourceId = readString(request, "resource_id");
  const parentId = readString(request, "parent_id");
  // AIP-151: the resource of the operations, or its parent.
  const place = readString(request, "name");
  if (
    hasStringField(request.desc, "resource_id") &&
    !hasStringField(request.desc, "parent_id") &&
    resourceId === ""
  ) {
    throw badRequest("resource_id", "the identifier of the resource is missing");
  }
  return {
    ...(call.endpoint === undefined ? {} : { endpoint: call.endpoint }),
    ...(resourceId === "" ? {} : { resourceId }),
    ...(parentId === "" ? {} : { parentId }),
    ...(place === "" ? {} : { place }),
    resourceType: resource?.typeName,
  };
}
