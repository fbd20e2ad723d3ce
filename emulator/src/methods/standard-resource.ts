import { createHash } from "node:crypto";
import { clone, type DescMessage, type Message, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import {
  type CustomOptions,
  fieldBehaviors,
  findField,
  hasStringField,
  type StandardMethod,
} from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { badRequest, resourceNotFound } from "../errors/refused-call.js";
import { assign } from "../messages/assign.js";
import { readMessage, readString } from "../messages/read.js";
import { isSingleton, readPath } from "../resources/resource-path.js";
import type { StoredResource } from "../resources/resource-store.js";
import { RefusedCall } from "../errors/refused-call.js";

/** A standard method of some kind. */
export type Standard<Kind extends StandardMethod["kind"]> = Pick<StandardMethod, "message" | "type"> &
  Extract<StandardMethod, { readonly kind: Kind }>;

/**
 * Finds the resource that a request names.
 *
 * @throws INVALID_ARGUMENT if the name is missing, NOT_FOUND if the resource does not exist
 */
export function findNamed(
  cloud: Cloud,
  { message, type }: Pick<StandardMethod, "message" | "type">,
  field: string,
  name: string,
): StoredResource {
  if (name === "") throw badRequest(field, "the name of the resource is missing");
  const found = cloud.resources.get(message.typeName, name);
  if (found !== undefined) return found;
  const path = isSingleton(type, name) ? readPath(type, name) : undefined;
  if (path === undefined) throw resourceNotFound(message.name, name);
  // A singleton exists from the start (AIP-156).
  const resource = reflect(message);
  assign(resource, { [type.nameField]: name });
  const { typeName } = message;
  return {
    typeName,
    id: name,
    parentId: path.parent,
    name: "",
    sequence: cloud.nextSequence(),
    message: resource.message,
  };
}

/** Whether the resource is marked as deleted (AIP-164). */
export function isDeleted(desc: DescMessage, message: Message): boolean {
  return readMessage(reflect(desc, message), "delete_time") !== undefined;
}

/** @throws ABORTED if the `etag` is not that of the resource (AIP-154) */
export function expectEtag(desc: DescMessage, current: StoredResource, given: string): void {
  const own = readString(reflect(desc, current.message), "etag");
  if (given === "" || own === "" || given === own) return;
  throw new RefusedCall(
    "CONFLICT",
    "ABORTED",
    `${desc.name} ${JSON.stringify(current.id)} has the etag ${own}, but the request expects ${given}: read it again`,
  );
}

/** Returns the message with the time of the change and a new etag, as far as it has such fields. */
export function withTimestamps(desc: DescMessage, message: Message, nowMs: number, created = false): Message {
  const resource = reflect(desc, clone(desc, message));
  const now = new Date(nowMs);
  assign(resource, created ? { create_time: now, update_time: now } : { update_time: now });
  if (!hasStringField(desc, "etag")) return resource.message;
  assign(resource, { etag: "" });
  const earlier = readString(reflect(desc, message), "etag");
  const hash = createHash("sha256").update(toBinary(desc, resource.message)).update(earlier);
  assign(resource, { etag: JSON.stringify(hash.digest("hex").slice(0, 16)) });
  return resource.message;
}

/** Clears OUTPUT_ONLY fields. */
export function clearOutputOnly(resource: ReflectMessage, options: CustomOptions): void {
  for (const field of resource.fields) {
    if (!resource.isSet(field)) continue;
    if (fieldBehaviors(field, options).includes("OUTPUT_ONLY")) resource.clear(field);
    else if (field.fieldKind === "message") clearOutputOnly(resource.get(field), options);
  }
}

/** Returns those of the given fields that the request type has. */
export function knownFields({ desc }: ReflectMessage, names: readonly (string | undefined)[]): string[] {
  return names.filter((name): name is string => name !== undefined && findField(desc, name) !== undefined);
}
