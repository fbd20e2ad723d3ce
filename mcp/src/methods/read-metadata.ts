import { isJsonObject, type Service } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";

/**
 * Returns the field `metadata` of a resource. Undefined if the API does not declare it as a message: a map of that name
 * contains what users write, and names nothing.
 */
export function readMetadata(
  service: Service,
  type: string | undefined,
  resource: { readonly [name: string]: GuideJson },
): { readonly [name: string]: GuideJson } | undefined {
  const field = service.message(type).fields.find(({ name }) => name === "metadata");
  const value = field && service.isStructure(field) ? resource[service.jsonName(field)] : undefined;
  return isJsonObject(value) ? value : undefined;
}
