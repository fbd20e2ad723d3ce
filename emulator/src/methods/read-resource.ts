import type { DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { MessageList } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { badRequest, resourceNotFound } from "../errors/refused-call.js";
import { readString } from "../messages/read.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { Invocation, Reply } from "./invocation.js";
import { requireParent } from "./empty-parent.js";
import { filterFields, readFilter } from "./list-filter.js";
import { listPage, pageFields } from "./list-page.js";

/**
 * Implements Get: returns the resource with the identifier.
 *
 * @throws NOT_FOUND
 */
export function getResource(
  cloud: Cloud,
  request: ReflectMessage,
  { resource: desc, idField }: { readonly resource: DescMessage; readonly idField: string },
): Reply {
  return createReply(cloud, desc, findResource(cloud, request, desc, idField));
}

/**
 * Implements GetByName: returns the resource with the name within the parent.
 *
 * @throws NOT_FOUND
 */
export function getResourceByName(cloud: Cloud, request: ReflectMessage, desc: DescMessage): Reply {
  const name = readString(request, "name");
  if (name === "") throw badRequest("name", "the name of the resource is missing");
  const found = cloud.resources.getByName(desc.typeName, readString(request, "parent_id"), name);
  if (found === undefined) throw resourceNotFound(desc.name, name);
  return createReply(cloud, desc, found);
}

/**
 * Implements List: returns the resources of a parent that match the filter, in order of creation and in pages. If the API allows a
 * request without a parent, that lists the resources of all parents.
 *
 * @throws INVALID_ARGUMENT for a field or a part of the filter that the emulator does not support, because ignoring it would return
 *   the wrong resources
 */
export function listResources(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  { resource: desc, items }: { readonly resource: DescMessage; readonly items: MessageList },
): Reply {
  rejectUnknownFields(request, ["parent_id", ...pageFields(call), ...filterFields(request)]);
  requireParent(cloud, request, desc, "parent_id");
  const parentId = readString(request, "parent_id");
  const { text, matches: test } = readFilter(cloud, request, desc);
  const matches =
    test === undefined ? undefined : ({ message }: StoredResource) => test(reflect(desc, message, false));
  return listPage(call, request, items, {
    scope: [parentId, text],
    start: 0,
    find: (after, count) => cloud.list(desc.typeName, parentId, after, count, matches),
    render: ({ message }) => cloud.view.visible(desc, message),
  });
}

/**
 * Finds the resource whose identifier is in a field of the request.
 *
 * @throws INVALID_ARGUMENT if the identifier is missing, NOT_FOUND if the resource does not exist
 */
export function findResource(
  cloud: Cloud,
  request: ReflectMessage,
  desc: DescMessage,
  idField: string,
): StoredResource {
  const id = readString(request, idField);
  if (id === "") throw badRequest(idField, "the identifier of the resource is missing");
  const found = cloud.resources.get(desc.typeName, id);
  if (found === undefined) throw resourceNotFound(desc.name, id);
  return found;
}

/**
 * Rejects a request that sets a field that would have no effect.
 *
 * @throws INVALID_ARGUMENT that names the field
 */
export function rejectUnknownFields(request: ReflectMessage, known: readonly string[]): void {
  for (const field of request.fields) {
    if (!known.includes(field.name) && request.isSet(field)) {
      throw badRequest(field.name, "the emulator does not support this field; omit it, or add a handler");
    }
  }
}

function createReply(cloud: Cloud, desc: DescMessage, resource: StoredResource): Reply {
  return { kind: "message", message: cloud.view.visible(desc, resource.message) };
}
