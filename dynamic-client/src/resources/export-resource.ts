import { isJsonObject, type JsonObject } from "../text/json-object.js";
import { hideExported, resourceForms } from "./apply-document.js";
import { resourceId } from "./find-resource.js";
import type { ResourceKind } from "./resource-kind.js";

/** The member of a document that names the kind of its resource. */
export const kindKey = "$resource";

/** The member of a document with the parameters of the path of a REST API. */
export const pathKey = "$path";

/**
 * Returns the document of a resource. Applying it changes nothing: it has what can be written and what identifies the
 * resource, and markers for values that are not shown.
 *
 * @param path The parameters of the path of a REST API.
 */
export function exportResource(kind: ResourceKind, resource: object, path: JsonObject = {}): JsonObject {
  const { json } = hideExported(kind, resource);
  const content = isJsonObject(json) ? json : {};
  const head = { [kindKey]: kind.name };
  if (kind.service.isRest) return { ...head, [pathKey]: path, ...content };
  const { full } = resourceForms(kind, resource);
  const id = resourceId(kind, full);
  if (id === undefined || !isJsonObject(full)) return { ...head, ...content };
  if (kind.isNamed) return { ...head, name: id, ...content };
  const name = kind.get.id ?? "id";
  const metadata = full["metadata"];
  if (isJsonObject(metadata) && (metadata["id"] === id || metadata[name] === id)) {
    const shown = isJsonObject(content["metadata"]) ? content["metadata"] : {};
    return { ...head, ...content, metadata: { [metadata["id"] === id ? "id" : name]: id, ...shown } };
  }
  return { ...head, [full[name] === id ? name : "id"]: id, ...content };
}
