/** Finds the resource that a service manages (docs/conventions.md, "Resources" and "Methods"). */
import type { DescMessage, DescService, Registry } from "@bufbuild/protobuf";
import { findListItems } from "./page.js";
import { isNamedResource } from "./resource.js";
import { findField, fieldMessage, only } from "../base/message-fields.js";

/**
 * Finds the resource that a service manages: the message that Get or List return, or else GetByName, Create or Update, or else the
 * resource whose spec Create or Update take. Returns undefined if there is none, or if requests cannot identify it.
 *
 * @param types the types of the API
 */
export function findManagedResource(service: DescService, types: Registry): DescMessage | undefined {
  const named = (name: string) => service.methods.find((method) => method.name === name);
  const list = named("List");
  const shown = [
    named("Get")?.output,
    list && findListItems(list, isNamedResource)?.message,
    ...["GetByName", "Create", "Update"].map((name) => named(name)?.output),
  ].find((type) => type !== undefined && isNamedResource(type));
  if (shown !== undefined) return shown;
  const request = (named("Create") ?? named("Update"))?.input;
  return request && findRequestedResource(request, types);
}

function findRequestedResource(request: DescMessage, types: Registry): DescMessage | undefined {
  const spec = fieldMessage(request, "spec");
  if (spec === undefined) return undefined;
  const found: DescMessage[] = [];
  for (const type of types) {
    if (type.kind !== "message" || !isNamedResource(type)) continue;
    if (fieldMessage(type, "spec")?.typeName === spec.typeName && !isRequest(type, request)) found.push(type);
  }
  return only(found);
}

/** Whether the type is a request. Requests of Create and Update have the shape of a resource, too. */
function isRequest(type: DescMessage, request: DescMessage): boolean {
  return (
    type.typeName === request.typeName ||
    (type.name.endsWith("Request") && findField(type, "status") === undefined)
  );
}
