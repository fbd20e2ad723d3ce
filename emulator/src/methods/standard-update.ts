import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { readMessage, readString } from "../messages/read.js";
import { applyFieldMask } from "../resources/field-mask.js";
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
 * Implements Update (AIP-134): changes only the fields in the mask, or without a mask the fields that the request sets.
 *
 * @throws NOT_FOUND; ABORTED if the etag differs; INVALID_ARGUMENT for a mask with unknown fields
 */
export function updateStandard(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  method: Standard<"update">,
): Reply {
  const { resource: field, mask, message: desc, type } = method;
  rejectUnknownFields(
    request,
    knownFields(request, [field.name, mask.name, cloud.aip.requestIds.get(call.method.name)]),
  );
  const given = readMessage(request, field.name);
  const current = findNamed(
    cloud,
    method,
    `${field.name}.${type.nameField}`,
    readString(given, type.nameField),
  );
  if (isDeleted(desc, current.message)) {
    throw new RefusedCall(
      "RESOURCE_NOT_FOUND",
      "FAILED_PRECONDITION",
      `${desc.name} ${JSON.stringify(current.id)} is deleted`,
    );
  }
  expectEtag(desc, current, readString(given, "etag"));
  const message = applyFieldMask({
    desc,
    current: current.message,
    given,
    paths: readPaths(request, mask.name)?.filter((path) => path !== "etag" && path !== type.nameField),
    options: cloud.api.options,
  });
  return executeChange(cloud, call, request, {
    resource: desc,
    id: current.id,
    parentId: current.parentId,
    effect: { kind: "put", resource: { ...current, message: withTimestamps(desc, message, call.nowMs) } },
    description: `Update ${desc.name}`,
    operationPrefix: `${current.id}/operations/`,
  });
}

/** Reads the paths of a mask. Returns undefined if it has none. */
function readPaths(request: ReflectMessage, name: string): readonly string[] | undefined {
  const mask = readMessage(request, name);
  const field = mask?.desc.fields.find((one) => one.name === "paths");
  const paths = mask && field?.fieldKind === "list" ? [...mask.get(field)].map(String) : [];
  return paths.length > 0 ? paths : undefined;
}
