/** Updates that take a field mask (AIP-134), and how a resource of AIP is changed by reading and writing it. */
import type { DescField, DescMessage, DescMethod, DescService, Registry } from "@bufbuild/protobuf";
import { startsWithWord } from "../base/name.js";
import { isNamedOperation, operationTypes } from "../parts/named-operation.js";
import type { CustomOptions } from "../base/options.js";
import { hasText, type MessageField, only } from "../base/shape.js";
import { findNameField } from "./name-field.js";
import { readResourceType } from "./resource-type.js";

/** A method that changes the fields of a resource which a mask names. */
export interface MaskedUpdate {
  /** Field of the request that holds the resource. */
  readonly resource: MessageField;
  /** Field of the request that holds the mask: `update_mask`. */
  readonly mask: MessageField;
  /** The resource has an `etag`, its version (AIP-154). */
  readonly hasEtag: boolean;
}

/**
 * The parts of an Update of AIP-134: a unary method called `Update...` whose request has an `update_mask`, or another field mask alone, and one
 * resource. That is the message which the method answers with or its operation leaves, else the only one that is marked
 * `google.api.resource`. Undefined of all other methods.
 *
 * @param types The types of the API.
 */
export function findMaskedUpdate(
  method: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): MaskedUpdate | undefined {
  if (method.methodKind !== "unary" || !startsWithWord(method.name, "update")) return undefined;
  const masks = method.input.fields.filter(isMask);
  const mask = masks.find(({ name }) => name === "update_mask") ?? only(masks);
  if (mask === undefined) return undefined;
  const messages = method.input.fields.filter(
    (field): field is MessageField =>
      field.fieldKind === "message" && field !== mask && field.oneof === undefined,
  );
  const answer = resultOf(method, options, types);
  const resource =
    only(messages.filter(({ message }) => message === answer)) ??
    only(messages.filter(({ message }) => readResourceType(message, options) !== undefined));
  return resource && { resource, mask, hasEtag: hasText(resource.message, "etag") };
}

function isMask(field: DescField): field is MessageField {
  return field.fieldKind === "message" && field.message.typeName === "google.protobuf.FieldMask";
}

/** The result of a method: its answer, or the response of the operation that it answers with. */
export function resultOf(
  method: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): DescMessage | undefined {
  return isNamedOperation(method.output) ? operationTypes(method, options, types).response : method.output;
}

/** The methods by which a resource is read, changed and written with a mask. */
export interface MaskedModify extends MaskedUpdate {
  readonly get: DescMethod;
  readonly update: DescMethod;
}

/**
 * The Get that reads what an Update with a mask writes: the unary `Get...` of the service that answers with the resource,
 * by the field that names it. Undefined if there is no such one, or several.
 */
export function findMaskedModify(
  update: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): MaskedModify | undefined {
  const found = findMaskedUpdate(update, options, types);
  if (found === undefined) return undefined;
  const { message } = found.resource;
  const reading = readersOf(update.parent, message, options);
  const get =
    only(reading) ?? reading.find(({ name }) => name === `Get${update.name.slice("Update".length)}`);
  return get && hasText(message, "name") ? { ...found, get, update } : undefined;
}

function readersOf({ methods }: DescService, resource: DescMessage, options: CustomOptions): DescMethod[] {
  const type = readResourceType(resource, options)?.type ?? "";
  return methods.filter(
    (one) =>
      one.methodKind === "unary" &&
      startsWithWord(one.name, "get") &&
      one.output === resource &&
      findNameField(one.input, type, options) !== undefined,
  );
}
