import { create, type DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField, readAnnotations } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { badRequest } from "../errors/refused-call.js";
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
  if (readMessage(request, "spec") === undefined) addEmptySpec(cloud, request, resource);
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
 * Gives a resource an empty spec, unless rules of the API refuse it: the resource then has none, so that clients can send back what
 * they read.
 *
 * @throws INVALID_ARGUMENT if the rules refuse the resource without a spec as well
 */
function addEmptySpec(cloud: Cloud, request: ReflectMessage, resource: ReflectMessage): void {
  const spec = ensureMessage(resource, "spec");
  const { validator } = cloud.settings;
  const updates = [...cloud.api.methods.values()].filter(
    ({ role }) => role.kind === "update" && role.resource === resource.desc,
  );
  const requests = updates.map(({ desc }) => reflect(desc.input, create(desc.input)));
  const check = (): void => requests.forEach((one) => validator?.validateMerged(one, resource));
  const field = findField(resource.desc, "spec");
  try {
    if (requiresFields(cloud, spec.desc)) throw badRequest("spec", "it must be set");
    check();
  } catch {
    if (field !== undefined) resource.clear(field);
    check();
    validator?.validateMerged(request, resource);
  }
}

/** Whether the API states that a message without fields is not valid. */
function requiresFields({ api: { options } }: Cloud, desc: DescMessage): boolean {
  const annotations = readAnnotations(options);
  return (
    desc.fields.some((field) => annotations.field(field).requiredBy.length > 0) ||
    desc.oneofs.some((oneof) => annotations.oneof(oneof).isRequired)
  );
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
