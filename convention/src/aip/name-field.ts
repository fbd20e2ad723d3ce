/** Finds the request fields that name a resource or its parent: `name` and `parent`, or fields that refer to their types. */
import type { DescMessage } from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";
import { hasStringField, isStringField, only } from "../base/message-fields.js";
import { readResourceReference } from "./resource-type.js";

/** Finds the request field that names a resource of a type. */
export function findNameField(
  request: DescMessage,
  type: string,
  options: CustomOptions,
): string | undefined {
  if (hasStringField(request, "name")) return "name";
  return only(
    listReferences(request, options).filter(
      ({ reference }) => reference.kind === "resource" && reference.type === type,
    ),
  )?.name;
}

/** Finds the request field that names the parent of resources. */
export function findParentField(
  request: DescMessage,
  type: string,
  options: CustomOptions,
): string | undefined {
  if (hasStringField(request, "parent")) return "parent";
  return only(
    listReferences(request, options).filter(
      ({ reference }) => reference.type !== type || reference.kind === "parent",
    ),
  )?.name;
}

function listReferences(request: DescMessage, options: CustomOptions) {
  return request.fields.flatMap((field) => {
    const reference = isStringField(field) ? readResourceReference(field, options) : undefined;
    return reference ? [{ name: field.name, reference }] : [];
  });
}
