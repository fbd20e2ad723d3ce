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

/** The statements of AIP about the methods of an API, by `package.Service/Method`. */
export interface Standards {
  /** The standard methods among those that have no role in our convention. */
  readonly methods: ReadonlyMap<string, StandardMethod>;
  /** The types of resources, by the full names of their messages. */
  readonly resources: ReadonlyMap<string, ResourceType>;
  /** Fields that identify a request (AIP-155). */
  readonly requestIds: ReadonlyMap<string, string>;
}

/** Reads what an API states of AIP. */
export function readStandards({ methods, options, registry }: Api): Standards {
  const standard = new Map<string, StandardMethod>();
  const requestIds = new Map<string, string>();
  for (const { name, desc, role } of methods.values()) {
    const found = role.kind === "unknown" ? readStandardMethod(desc, options, registry) : undefined;
    if (found) standard.set(name, found);
    const field = requestIdOf(desc, options);
    if (field !== undefined) requestIds.set(name, field);
  }
  const resources = new Map<string, ResourceType>();
  for (const desc of registry) {
    const type = desc.kind === "message" ? readResourceType(desc, options) : undefined;
    if (type) resources.set(desc.typeName, type);
  }
  return { methods: standard, requestIds, resources };
}

/** A field of the format that clients fill, or the usual one. */
function requestIdOf(method: DescMethod, options: Api["options"]): string | undefined {
  const names = method.input.fields.map(({ name }) => name);
  const filled = findRequestId(method, options, names)?.name;
  return filled ?? (hasStringField(method.input, "request_id") ? "request_id" : undefined);
}
