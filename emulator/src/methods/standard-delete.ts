import { clone, type DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { fieldMessage } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { assign } from "../messages/assign.js";
import { readString } from "../messages/read.js";
import type { StoredResource } from "../resources/resource-store.js";
import { executeChange } from "./execute-change.js";
import type { Invocation, Reply } from "./invocation.js";
import { rejectUnknownFields } from "./read-resource.js";
import {
  expectEtag,
  findNamed,
  isDeleted,
  knownFields,
  withTimestamps,
  type Standard,
} from "./standard-resource.js";
import { RefusedCall } from "../errors/refused-call.js";

/**
 * Implements Delete (AIP-135): removes the resource. If its type has a `delete_time` and the service has an Undelete, marks it as
 * deleted instead (AIP-164).
 *
 * @throws NOT_FOUND; ABORTED if the etag differs
 */
export function deleteStandard(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  method: Standard<"delete">,
): Reply {
  const { message: desc } = method;
  const current = readCurrent(cloud, call, request, method);
  const isSoft = isSoftDeleted(cloud, call, desc);
  if (isSoft && isDeleted(desc, current.message)) {
    throw new RefusedCall(
      "RESOURCE_NOT_FOUND",
      "NOT_FOUND",
      `${desc.name} ${JSON.stringify(current.id)} is deleted already`,
    );
  }
  return executeChange(cloud, call, request, {
    resource: desc,
    id: current.id,
    parentId: current.parentId,
    effect: isSoft
      ? { kind: "put", resource: marked(desc, current, call.nowMs, new Date(call.nowMs)) }
      : { kind: "delete", typeName: desc.typeName, id: current.id },
    description: `Delete ${desc.name}`,
    operationPrefix: `${current.id}/operations/`,
  });
}

/**
 * Implements Undelete (AIP-164): restores a resource that is marked as deleted.
 *
 * @throws NOT_FOUND; ALREADY_EXISTS if it is not deleted
 */
export function undeleteStandard(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  method: Standard<"undelete">,
): Reply {
  const { message: desc } = method;
  const current = readCurrent(cloud, call, request, method);
  if (!isDeleted(desc, current.message)) {
    throw new RefusedCall(
      "RESOURCE_EXISTS",
      "ALREADY_EXISTS",
      `${desc.name} ${JSON.stringify(current.id)} is not deleted`,
    );
  }
  return executeChange(cloud, call, request, {
    resource: desc,
    id: current.id,
    parentId: current.parentId,
    effect: { kind: "put", resource: marked(desc, current, call.nowMs, undefined) },
    description: `Undelete ${desc.name}`,
    operationPrefix: `${current.id}/operations/`,
  });
}

/** Finds the resource of a request, and checks its etag. */
function readCurrent(
  cloud: Cloud,
  { method: { name } }: Invocation,
  request: ReflectMessage,
  method: Standard<"delete" | "undelete">,
): StoredResource {
  const { nameField, message } = method;
  const requestId = cloud.aip.requestIds.get(name);
  rejectUnknownFields(request, knownFields(request, [nameField, "etag", requestId]));
  const current = findNamed(cloud, method, nameField, readString(request, nameField));
  expectEtag(message, current, readString(request, "etag"));
  return current;
}

function isSoftDeleted({ aip }: Cloud, { method }: Invocation, desc: DescMessage): boolean {
  const hasTime = fieldMessage(desc, "delete_time")?.typeName === "google.protobuf.Timestamp";
  const all = method.service.methods.map(({ name }) => aip.methods.get(name));
  return hasTime && all.some((one) => one?.kind === "undelete" && one.message === desc);
}

function marked(
  desc: DescMessage,
  current: StoredResource,
  nowMs: number,
  deletedAt: Date | undefined,
): StoredResource {
  const resource = reflect(desc, clone(desc, current.message));
  const field = desc.fields.find(({ name }) => name === "delete_time");
  if (deletedAt === undefined && field) resource.clear(field);
  assign(resource, { delete_time: deletedAt });
  return { ...current, message: withTimestamps(desc, resource.message, nowMs) };
}
