/** Finds the resource that a service manages (docs/conventions.md, "Resources" and "Methods"). */
import type { DescMessage, DescService, Registry } from "@bufbuild/protobuf";
import { findPage } from "./page.js";
import { isNamedResource } from "./resource.js";
import { findField, messageAt, only } from "../base/shape.js";

/**
 * The resource that a service manages, as its methods tell: what Get or List
 * answer with, else what GetByName, Create or Update answer with, else the
 * resource whose spec Create or Update takes. Undefined where they tell none,
 * or one that no request can name.
 *
 * @param types the types of the API
 */
export function resourceOfService(service: DescService, types: Registry): DescMessage | undefined {
  const named = (name: string) => service.methods.find((method) => method.name === name);
  const list = named("List");
  const shown = [
    named("Get")?.output,
    list && findPage(list)?.message,
    ...["GetByName", "Create", "Update"].map((name) => named(name)?.output),
  ].find((type) => type !== undefined && isNamedResource(type));
  if (shown !== undefined) return shown;
  const request = (named("Create") ?? named("Update"))?.input;
  return request && resourceOfRequest(request, types);
}

function resourceOfRequest(request: DescMessage, types: Registry): DescMessage | undefined {
  const spec = messageAt(request, "spec");
  if (spec === undefined) return undefined;
  const found: DescMessage[] = [];
  for (const type of types) {
    if (type.kind !== "message" || !isNamedResource(type)) continue;
    if (messageAt(type, "spec")?.typeName === spec.typeName && !isRequest(type, request)) found.push(type);
  }
  return only(found);
}

/** Requests of Create and Update look like resources too. */
function isRequest(type: DescMessage, request: DescMessage): boolean {
  return (
    type.typeName === request.typeName ||
    (type.name.endsWith("Request") && findField(type, "status") === undefined)
  );
}
