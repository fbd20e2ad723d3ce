import type { DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { badRequest, resourceNotFound } from "../errors/refused-call.js";
import { assign } from "../messages/assign.js";
import { ensureMessage, readInteger, readMessage, readString } from "../messages/read.js";
import { mergeUpdate } from "../resources/merge.js";
import type { StoredResource } from "../resources/resource-store.js";
import { executeChange } from "./execute-change.js";
import { expectFreeName } from "./create-resource.js";
import type { Invocation, Reply } from "./invocation.js";
import { RefusedCall } from "../errors/refused-call.js";

/**
 * Implements Update (docs/conventions.md, "Update and the reset mask"): merges the request into the resource with `metadata.id`, with
 * the reset mask of the header. A `resource_version` other than 0 must be the current one.
 *
 * @throws NOT_FOUND; ABORTED with a ResourceConflict; INVALID_ARGUMENT for a malformed mask or a changed IMMUTABLE field
 */
export function updateResource(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  desc: DescMessage,
): Reply {
  const id = readString(readMessage(request, "metadata"), "id");
  if (id === "") throw badRequest("metadata.id", "the identifier of the resource to update is missing");
  const current = cloud.resources.get(desc.typeName, id);
  if (current === undefined) throw resourceNotFound(desc.name, id);
  const version = expectVersion(desc, current, request);
  const header = cloud.settings.headers.resetMask;
  const mask = (call.headers.get(header.toLowerCase()) ?? []).join(",");
  const message = mergeUpdate(
    desc,
    current.message,
    request,
    { header, text: mask },
    cloud.api.options,
    cloud.settings.neverNull,
  );
  const metadata = ensureMessage(reflect(desc, message), "metadata");
  assign(metadata, {
    id,
    resource_version: version + 1n,
    updated_at: new Date(call.nowMs + cloud.operationDelayMs),
  });
  if (cloud.settings.validator?.isMerged)
    cloud.settings.validator.validateMerged(request, reflect(desc, message));
  const name = readString(metadata, "name");
  const parentId = readString(metadata, "parent_id");
  expectFreeName(cloud, desc, { parentId, name, ownId: id });
  return executeChange(cloud, call, request, {
    resource: desc,
    id,
    parentId,
    effect: { kind: "put", resource: { ...current, name, parentId, message } },
    description: `Update ${desc.name}`,
  });
}

function expectVersion(desc: DescMessage, current: StoredResource, request: ReflectMessage): bigint {
  const given = readInteger(readMessage(request, "metadata"), "resource_version");
  const version = readInteger(readMessage(reflect(desc, current.message), "metadata"), "resource_version");
  if (given !== 0n && given !== version) {
    throw new RefusedCall(
      "CONFLICT",
      "ABORTED",
      `${desc.name} ${current.id} has version ${version}, but the request expects ${given}: read it again`,
      {
        name: "ResourceConflict",
        fields: { resource_id: current.id, current_version: version },
        retryType: "UNIT_OF_WORK",
      },
    );
  }
  return version;
}
