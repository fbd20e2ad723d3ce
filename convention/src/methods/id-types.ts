/** Reads which types an identifier or a parent may have (docs/conventions.md, section 9.4). */
import type { DescField, DescMessage, DescMethod, Registry } from "@bufbuild/protobuf";
import { fieldMessage, findField, hasStringField } from "../base/message-fields.js";
import { getList, getText } from "../base/message-value.js";
import type { CustomOptions } from "../base/options.js";
import { findManagedResource } from "../shapes/managed-resource.js";
import { isReadOnly, isUpdate } from "./method.js";

/** The types that a field allows. A list is empty if the API allows any type, and undefined if it does not state types. */
export interface IdTypes {
  /** The types of the identifiers in the field. */
  readonly ids: readonly string[] | undefined;
  /** The types of the parent in the message of the field. */
  readonly parents: readonly string[] | undefined;
}

/** Reads the types that a field allows from its option with the members `resource` and `parent_resource`. */
export function readIdTypes(field: DescField, options: CustomOptions): IdTypes {
  const found = options.shaped(field, ["resource", "parent_resource"]);
  const read = (name: string): readonly string[] | undefined => {
    const types = [...getList(found, name), getText(found, name)].filter(isFilled);
    if (types.length === 0) return undefined;
    return types.includes("*") ? [] : types;
  };
  return { ids: read("resource"), parents: read("parent_resource") };
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/**
 * Finds the types of parents that a request takes from a session: in `parent_id` of List and GetByName, or in `metadata.parent_id`
 * of a request that creates something. Returns an empty list if any parent fits, or if the request takes none.
 *
 * The request counts before the resource that its service manages.
 *
 * @param types the types of the API
 */
export function findParentTypes(
  method: DescMethod,
  options: CustomOptions,
  types: Registry,
): readonly string[] {
  const { name, input } = method;
  const ofMetadata = (message: DescMessage | undefined): readonly string[] | undefined => {
    const metadata = message && findField(message, "metadata");
    return metadata && readIdTypes(metadata, options).parents;
  };
  const ofParentId = (message: DescMessage | undefined): readonly string[] | undefined => {
    const parentId = message && findField(message, "parent_id");
    return parentId && readIdTypes(parentId, options).ids;
  };
  const isRead = name === "List" || name === "GetByName";
  const metadata = fieldMessage(input, "metadata");
  const parent = isRead
    ? input
    : isReadOnly(method, options) || isUpdate(method, options)
      ? undefined
      : metadata;
  if (parent === undefined || !hasStringField(parent, "parent_id")) return [];
  const resource = findManagedResource(method.parent, types);
  const own = isRead ? ofParentId(input) : ofMetadata(input);
  return own ?? ofMetadata(resource) ?? ofParentId(resource && fieldMessage(resource, "metadata")) ?? [];
}
