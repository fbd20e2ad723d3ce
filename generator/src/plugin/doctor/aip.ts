/** Gaps of an API that follows AIP: masks that can be derived, versions, identifiers, routes, names. */
import type { DescField, DescFile, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import {
  type Configuration,
  fieldBehaviors,
  findMaskedModify,
  findMaskedUpdate,
  findRequestId,
  followsAip,
  hasText,
  isReadOnly,
  isUpdate,
  readNamePattern,
  readResourceType,
} from "@stratus/convention";
import { withNested } from "../model/file-graph.js";
import type { Schema } from "../read/schema.js";
import type { Find, Finding } from "./finding.js";

/** Finds it in services. */
export function* findInAip(
  services: Iterable<DescService>,
  schema: Schema,
  configuration: Configuration,
  find: Find,
): Iterable<Finding> {
  for (const service of services) {
    for (const method of service.methods) {
      yield* findInMaskedUpdate(method, schema, find);
      yield* findUnfilled(method, schema, configuration, find);
      if (saysNoRoute(method, schema)) yield find("no-route", method);
    }
  }
}

/** Finds patterns of names for which there are no functions. */
export function* findInPatterns(
  files: Iterable<DescFile>,
  { options }: Schema,
  find: Find,
): Iterable<Finding> {
  for (const file of files)
    for (const message of file.messages.flatMap((one): DescMessage[] => withNested(one)))
      for (const pattern of readResourceType(message, options)?.patterns ?? [])
        // Any name at all.
        if (pattern !== "*" && readNamePattern(pattern) === undefined)
          yield find("unread-pattern", message, pattern);
}

function* findInMaskedUpdate(method: DescMethod, schema: Schema, find: Find): Iterable<Finding> {
  const { options, types } = schema;
  const update = isUpdate(method, options) ? undefined : findMaskedUpdate(method, options, types);
  if (update === undefined) return;
  if (findMaskedModify(method, options, types) === undefined) yield find("update-without-get", method);
  else if (!update.hasEtag) yield find("resource-without-version", update.resource.message);
}

/** The method changes what a field mask names (AIP-134). */
export function isMaskedUpdate(method: DescMethod, { options, types }: Schema): boolean {
  return !isUpdate(method, options) && findMaskedUpdate(method, options, types) !== undefined;
}

/** The resource that such a method changes says which version it is (AIP-154). */
export function hasEtag(method: DescMethod, { options, types }: Schema): boolean {
  return findMaskedUpdate(method, options, types)?.hasEtag === true;
}

/** Fields that are called as identifiers of requests are, or that are listed as such, and that clients leave alone. */
function* findUnfilled(
  method: DescMethod,
  { options }: Schema,
  configuration: Configuration,
  find: Find,
): Iterable<Finding> {
  const listed = configuration.populated(method);
  if (method.methodKind !== "unary" || findRequestId(method, options, listed) !== undefined) return;
  const names = new Set(["request_id", ...(listed ?? [])]);
  for (const field of method.input.fields.filter(({ name }) => names.has(name))) {
    if (!hasText(method.input, field.name)) continue;
    yield find("unfilled-identifier", method, `${field.name} ${whyLeft(field)}`);
  }

  function whyLeft(field: DescField): string {
    // By its name it would be filled, were it of the format.
    if (findRequestId(method, options, [field.name]) !== undefined)
      return "is not listed in the service's YAML";
    const behaviors = fieldBehaviors(field, options);
    const behavior = (["REQUIRED", "OUTPUT_ONLY"] as const).find((one) => behaviors.includes(one));
    return behavior === undefined ? "is not of the format UUID4" : `is ${behavior}`;
  }
}

/** Nothing says where requests of the method belong; a rule without fields says that they belong anywhere. */
function saysNoRoute(method: DescMethod, { options }: Schema): boolean {
  const isRouted = method.methodKind === "unary" || method.methodKind === "server_streaming";
  return (
    isRouted &&
    followsAip(method.parent, options) &&
    options.message(method, "google.api.routing") === undefined &&
    options.message(method, "google.api.http") === undefined
  );
}

/** Methods that change something and carry nothing by which the server knows a request again. */
export function withoutIdentifier(
  { methods }: DescService,
  { options }: Schema,
  configuration: Configuration,
): readonly DescMethod[] {
  return methods.filter(
    (method) =>
      !isReadOnly(method, options) &&
      findRequestId(method, options, configuration.populated(method)) === undefined,
  );
}
