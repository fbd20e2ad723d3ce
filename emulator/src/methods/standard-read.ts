import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField } from "@stratus/convention";
import { ScalarType } from "@bufbuild/protobuf";
import type { Cloud } from "../cloud.js";
import { readString } from "../messages/read.js";
import { isParent } from "../resources/resource-path.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { Invocation, Reply } from "./invocation.js";
import { requireParent } from "./empty-parent.js";
import { filterFields, readFilter } from "./list-filter.js";
import { listPage, pageFields } from "./list-page.js";
import { rejectUnknownFields } from "./read-resource.js";
import { findNamed, isDeleted, knownFields, type Standard } from "./standard-resource.js";

/**
 * Get (AIP-131): the resource of that name, also if it is deleted and may come back.
 *
 * @throws NOT_FOUND
 */
export function getStandard(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  method: Standard<"get">,
): Reply {
  const { nameField, message: desc } = method;
  rejectUnknownFields(request, knownFields(request, [nameField, cloud.aip.requestIds.get(call.method.name)]));
  const { message } = findNamed(cloud, method, nameField, readString(request, nameField));
  return { kind: "message", message: cloud.view.visible(desc, message) };
}

/**
 * Implements List (AIP-132): the resources under the parent, page by page, in order of creation. A `-` in the parent
 * matches any segment (AIP-159). Deleted resources are included if `show_deleted` is set.
 */
export function listStandard(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  method: Standard<"list">,
): Reply {
  const { message: desc, items, parentField } = method;
  const requestId = cloud.aip.requestIds.get(call.method.name);
  const known = [requestId, parentField, ...pageFields(call), "show_deleted", ...filterFields(request)];
  rejectUnknownFields(request, knownFields(request, known));
  requireParent(cloud, request, desc, parentField);
  const parent = parentField === undefined ? "" : readString(request, parentField);
  const showsDeleted = isTrue(request, "show_deleted");
  const { text, matches: test } = readFilter(cloud, request, desc);
  const isAny = parent.split("/").includes("-");
  const matches = ({ message, parentId }: StoredResource): boolean =>
    (!isAny || isParent(parent, parentId)) &&
    (showsDeleted || !isDeleted(desc, message)) &&
    (test === undefined || test(reflect(desc, message, false)));
  return listPage(call, request, items, {
    scope: [parent, text, showsDeleted],
    start: 0,
    find: (after, count) => cloud.list(desc.typeName, isAny ? "" : parent, after, count, matches),
    render: ({ message }) => cloud.view.visible(desc, message),
  });
}

function isTrue(request: ReflectMessage, name: string): boolean {
  const field = findField(request.desc, name);
  return field?.fieldKind === "scalar" && field.scalar === ScalarType.BOOL && request.get(field) === true;
}
