import { isRecord, type Properties } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { formatChildName } from "./resource-name.js";

/** The fields of a Create that determine the name of its resource (AIP-122, AIP-133), by their proto names. */
export interface CreatedName {
  /** Field of the request that holds the resource. */
  readonly resource: string;
  /** Field of the resource that holds its name. */
  readonly name: string;
  /** Field of the request that names the parent; undefined if resources of the type have none. */
  readonly parent?: string;
  /** Field of the request with the last segment of the name. */
  readonly id: string;
  /** The patterns of the type's names. */
  readonly patterns: readonly string[];
}

/**
 * Sets the name of the resource that a request creates, from its parent and its ID. The request stays as it is if the resource is
 * missing or has a name, or if the name does not follow, because the server chooses the ID or no pattern fits.
 */
export function addCreatedName(request: object, type: MessageTable, created: CreatedName): object {
  const field = type.byName.get(created.resource);
  const table = field?.shape.type.kind === "message" ? field.shape.type.table : undefined;
  const property = table?.byName.get(created.name)?.local;
  const resource = field && (request as Properties)[field.local];
  if (field === undefined || property === undefined || !isRecord(resource) || resource[property])
    return request;
  const name = formatChildName(
    created.patterns,
    created.parent === undefined ? "" : readText(request, type, created.parent),
    readText(request, type, created.id),
  );
  return name === undefined ? request : { ...request, [field.local]: { ...resource, [property]: name } };
}

function readText(request: object, type: MessageTable, name: string): string {
  const value = (request as Properties)[type.byName.get(name)?.local ?? name];
  return typeof value === "string" ? value : "";
}
