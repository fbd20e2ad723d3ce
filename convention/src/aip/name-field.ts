/** The fields of requests that name a resource or its parent: `name` and `parent`, or what refers to their types. */
import type { DescMessage } from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";
import { hasText, isText, only } from "../base/shape.js";
import { readResourceReference } from "./resource-type.js";

/** The field of a request that names a resource of a type; undefined if there is none. */
export function findNameField(
  request: DescMessage,
  type: string,
  options: CustomOptions,
): string | undefined {
  if (hasText(request, "name")) return "name";
  return only(
    referring(request, options).filter(
      ({ reference }) => reference.kind === "resource" && reference.type === type,
    ),
  )?.name;
}

/** The field of a request that names the parent of resources; undefined if there is none. */
export function findParentField(
  request: DescMessage,
  type: string,
  options: CustomOptions,
): string | undefined {
  if (hasText(request, "parent")) return "parent";
  return only(
    referring(request, options).filter(
      ({ reference }) => reference.type !== type || reference.kind === "parent",
    ),
  )?.name;
}

function referring(request: DescMessage, options: CustomOptions) {
  return request.fields.flatMap((field) => {
    const reference = isText(field) ? readResourceReference(field, options) : undefined;
    return reference ? [{ name: field.name, reference }] : [];
  });
}
