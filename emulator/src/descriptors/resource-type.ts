import type { DescMessage, DescService, Registry } from "@bufbuild/protobuf";
import { findField, hasString, messageType } from "./shape.js";

/**
 * Whether the message has the shape of a resource (seed section 2): a message
 * `metadata` with a string `id`, and a message `spec`.
 */
export function isResource(desc: DescMessage): boolean {
  const metadata = messageType(desc, "metadata");
  return metadata !== undefined && hasString(metadata, "id") && messageType(desc, "spec") !== undefined;
}

/** The resource that a page holds: the only repeated resource of a message with `next_page_token`. */
export function resourceOfPage(desc: DescMessage): DescMessage | undefined {
  if (!hasString(desc, "next_page_token")) return undefined;
  const lists = desc.fields.filter((field) => field.fieldKind === "list" && field.listKind === "message");
  const items = lists
    .flatMap((field) => (field.message === undefined ? [] : [field.message]))
    .filter(isResource);
  return items.length === 1 ? items[0] : undefined;
}

/**
 * The resource that a service manages, as its methods tell: what Get or List
 * answer with, else what any method answers with, else the resource whose spec
 * Create or Update takes.
 */
export function resourceOfService(service: DescService, registry: Registry): DescMessage | undefined {
  const named = (name: string) => service.methods.find((method) => method.name === name);
  const shown = named("Get")?.output;
  if (shown !== undefined && isResource(shown)) return shown;
  const list = named("List");
  const listed = list === undefined ? undefined : resourceOfPage(list.output);
  if (listed !== undefined) return listed;
  for (const name of ["GetByName", "Create", "Update"]) {
    const output = named(name)?.output;
    if (output !== undefined && isResource(output)) return output;
  }
  const request = (named("Create") ?? named("Update"))?.input;
  const spec = request === undefined ? undefined : messageType(request, "spec");
  return spec === undefined || request === undefined ? undefined : resourceWithSpec(spec, request, registry);
}

function resourceWithSpec(
  spec: DescMessage,
  request: DescMessage,
  registry: Registry,
): DescMessage | undefined {
  const found: DescMessage[] = [];
  for (const type of registry) {
    if (type.kind !== "message" || !isResource(type)) continue;
    if (messageType(type, "spec")?.typeName === spec.typeName && !isRequestOf(type, request))
      found.push(type);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Requests of Create and Update look like resources too. */
function isRequestOf(type: DescMessage, request: DescMessage): boolean {
  return (
    type.typeName === request.typeName ||
    (type.name.endsWith("Request") && findField(type, "status") === undefined)
  );
}
