import type { DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { assign } from "../messages/assign.js";
import { ensureMessage, readMessage, readString } from "../messages/read.js";
import { newResource } from "../resources/merge.js";
import { setReadyStatus } from "../resources/ready-status.js";
import { executeChange } from "./execute-change.js";
import type { Invocation, Reply } from "./invocation.js";
import { RefusedCall } from "../errors/refused-call.js";

/**
 * Implements Create: adds a resource with the metadata and spec of the request, a generated identifier, version 1 and the current
 * time. The identifier and the name are reserved at once. Get and List return the resource when the operation is done.
 *
 * @throws ALREADY_EXISTS if the type has a GetByName and the parent has a resource with that name
 */
export function createResource(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  desc: DescMessage,
): Reply {
  const metadata = readMessage(request, "metadata");
  const parentId = readString(metadata, "parent_id");
  const name = readString(metadata, "name");
  expectFreeName(cloud, desc, { parentId, name, ownId: "" });
  const message = newResource(desc, request, cloud.api.options);
  const resource = reflect(desc, message);
  const id = cloud.newId(desc.name);
  const now = new Date(call.nowMs);
  assign(ensureMessage(resource, "metadata"), {
    resource_version: 1n,
    created_at: now,
    updated_at: now,
    id,
    parent_id: parentId,
    name,
    created_by: call.account,
  });
  ensureMessage(resource, "spec");
  setReadyStatus(resource);
  const effect = {
    kind: "put",
    resource: { typeName: desc.typeName, id, parentId, name, sequence: cloud.nextSequence(), message },
  } as const;
  return executeChange(cloud, call, request, {
    resource: desc,
    id,
    parentId,
    effect,
    description: `Create ${desc.name}`,
  });
}

/**
 * Checks that no other resource of the type has the name within the parent, or will have it when a running operation is done.
 *
 * @throws ALREADY_EXISTS
 */
export function expectFreeName(
  cloud: Cloud,
  { typeName, name: type }: DescMessage,
  { parentId, name, ownId }: { readonly parentId: string; readonly name: string; readonly ownId: string },
): void {
  if (name === "" || !cloud.api.uniqueNames.has(typeName)) return;
  const current = cloud.resources.getByName(typeName, parentId, name)?.id;
  const future = cloud.operations.running.findNameHolders(typeName, parentId, name);
  const holder = current ?? future.find((id) => id !== ownId);
  if (holder === undefined || holder === ownId) return;
  throw new RefusedCall(
    "RESOURCE_EXISTS",
    "ALREADY_EXISTS",
    `${type} ${JSON.stringify(name)} exists already in ${JSON.stringify(parentId)}`,
    { name: "ResourceAlreadyExists", fields: { resource_id: holder }, retryType: "NOTHING" },
  );
}
