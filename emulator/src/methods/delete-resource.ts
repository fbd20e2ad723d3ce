import type { DescMessage } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { executeChange } from "./execute-change.js";
import type { Invocation, Reply } from "./invocation.js";
import { findResource } from "./read-resource.js";

/**
 * Implements Delete: removes the resource of the request when the operation is done.
 *
 * @throws NOT_FOUND
 */
export function deleteResource(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  { resource: desc, idField }: { readonly resource: DescMessage; readonly idField: string },
): Reply {
  const { id, parentId } = findResource(cloud, request, desc, idField);
  return executeChange(cloud, call, request, {
    resource: desc,
    id,
    parentId,
    effect: { kind: "delete", typeName: desc.typeName, id },
    description: `Delete ${desc.name}`,
  });
}
