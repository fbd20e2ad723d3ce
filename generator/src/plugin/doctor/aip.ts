/** Finds gaps in APIs that follow AIP: derivable masks, versions, request IDs, routing headers, names. */
import type { DescField, DescFile, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import {
  type Configuration,
  fieldBehaviors,
  findMaskedModify,
  findMaskedUpdate,
  findRequestId,
  followsAip,
  hasStringField,
  isReadOnly,
  isUpdate,
  readNamePattern,
  readResourceType,
} from "@stratus/convention";
import { withNested } from "../model/file-graph.js";
import type { Schema } from "../read/schema.js";
import type { Find, Finding } from "./finding.js";

/** Examines services. */
export function* findInAip(
  services: Iterable<DescService>,
  schema: Schema,
  configuration: Configuration,
  find: Find,
): Iterable<Finding> {
  for (const service of services) {
    for (const method of service.methods) {
      yield* findInMaskedUpdate(method, schema, find);
      yield* findUnusedIds(method, schema, configuration, find);
      if (lacksRoute(method, schema)) yield find("ROUTE_MISSING", method);
    }
  }
}

/** Finds patterns of resource names that are not valid. */
export function* findInPatterns(
  files: Iterable<DescFile>,
  { options }: Schema,
  find: Find,
): Iterable<Finding> {
  for (const file of files)
    for (const message of file.messages.flatMap((one): DescMessage[] => withNested(one)))
      for (const pattern of readResourceType(message, options)?.patterns ?? [])
        // `*` allows any name.
        if (pattern !== "*" && readNamePattern(pattern) === undefined)
          yield find("NAME_PATTERN_INVALID", message, pattern);
}

function* findInMaskedUpdate(method: DescMethod, schema: Schema, find: Find): Iterable<Finding> {
  const { options, types } = schema;
  const update = isUpdate(method, options) ? undefined : findMaskedUpdate(method, options, types);
  if (update === undefined) return;
  if (findMaskedModify(method, options, types) === undefined) yield find("GET_MISSING", method);
  else if (!update.hasEtag) yield find("RESOURCE_VERSION_MISSING", update.resource.message);
}

/** Whether the method changes the fields that a field mask names (AIP-134). */
export function isMaskedUpdate(method: DescMethod, { options, types }: Schema): boolean {
  return !isUpdate(method, options) && findMaskedUpdate(method, options, types) !== undefined;
}

/** Whether the resource of such a method has an etag (AIP-154). */
export function hasEtag(method: DescMethod, { options, types }: Schema): boolean {
  return findMaskedUpdate(method, options, types)?.hasEtag === true;
}

/** Finds fields that look like request IDs, or are listed as such, and that clients do not fill in. */
function* findUnusedIds(
  method: DescMethod,
  { options }: Schema,
  configuration: Configuration,
  find: Find,
): Iterable<Finding> {
  const listed = configuration.autoPopulatedFields(method);
  if (method.methodKind !== "unary" || findRequestId(method, options, listed) !== undefined) return;
  const names = new Set(["request_id", ...(listed ?? [])]);
  for (const field of method.input.fields.filter(({ name }) => names.has(name))) {
    if (!hasStringField(method.input, field.name)) continue;
    yield find("REQUEST_ID_UNUSED", method, `${field.name} ${reason(field)}`);
  }

  function reason(field: DescField): string {
    if (findRequestId(method, options, [field.name]) !== undefined)
      return "is not listed in the service's YAML";
    const behaviors = fieldBehaviors(field, options);
    const behavior = (["REQUIRED", "OUTPUT_ONLY"] as const).find((one) => behaviors.includes(one));
    return behavior === undefined ? "is not of the format UUID4" : `is ${behavior}`;
  }
}

/** Whether no annotation states how requests of the method are routed. One without fields means that any server will do. */
function lacksRoute(method: DescMethod, { options }: Schema): boolean {
  const isRouted = method.methodKind === "unary" || method.methodKind === "server_streaming";
  return (
    isRouted &&
    followsAip(method.parent, options) &&
    options.message(method, "google.api.routing") === undefined &&
    options.message(method, "google.api.http") === undefined
  );
}

/** Finds methods that change data and whose requests have no identifier by which the server recognizes a retry. */
export function findUnidentified(
  { methods }: DescService,
  { options }: Schema,
  configuration: Configuration,
): readonly DescMethod[] {
  return methods.filter(
    (method) =>
      !isReadOnly(method, options) &&
      findRequestId(method, options, configuration.autoPopulatedFields(method)) === undefined,
  );
}
