import type { DescMethod } from "@bufbuild/protobuf";
import {
  findRequestId,
  hasStringField,
  readResourceType,
  readStandardMethod,
  type ResourceType,
  type StandardMethod,
} from "@stratus/convention";
import type { Api } from "./api.js";

/** The annotations of an API according to AIP. */
export interface AipAnnotations {
  /** The standard methods that have no role in the Stratus convention. */
  readonly methods: ReadonlyMap<string, StandardMethod>;
  /** The resource types, by the full names of their messages. */
  readonly resources: ReadonlyMap<string, ResourceType>;
  /** The fields of request IDs (AIP-155). */
  readonly requestIds: ReadonlyMap<string, string>;
}

/** Reads the annotations of AIP. */
export function readAipAnnotations({ methods, options, registry }: Api): AipAnnotations {
  const standard = new Map<string, StandardMethod>();
  const requestIds = new Map<string, string>();
  for (const { name, desc, role } of methods.values()) {
    const found = role.kind === "unknown" ? readStandardMethod(desc, options, registry) : undefined;
    if (found) standard.set(name, found);
    const field = findRequestIdField(desc, options);
    if (field !== undefined) requestIds.set(name, field);
  }
  const resources = new Map<string, ResourceType>();
  for (const desc of registry) {
    const type = desc.kind === "message" ? readResourceType(desc, options) : undefined;
    if (type) resources.set(desc.typeName, type);
  }
  return { methods: standard, requestIds, resources };
}

/** Finds a request ID by its format, or else by the name `request_id`. */
function findRequestIdField(method: DescMethod, options: Api["options"]): string | undefined {
  const names = method.input.fields.map(({ name }) => name);
  const filled = findRequestId(method, options, names)?.name;
  return filled ?? (hasStringField(method.input, "request_id") ? "request_id" : undefined);
}
