/** Updates that take a field mask (AIP-134), and how a resource of AIP is changed by reading and writing it. */
import type { DescField, DescMessage, DescMethod, DescService, Registry } from "@bufbuild/protobuf";
import { startsWithWord } from "../base/name.js";
import { isNamedOperation, readOperationTypes } from "../shapes/named-operation.js";
import type { CustomOptions } from "../base/options.js";
import { hasStringField, type MessageField, only } from "../base/message-fields.js";
import { findNameField } from "./name-field.js";
import { readResourceType } from "./resource-type.js";

/** A method that changes the fields of a resource that a field mask lists. */
export interface MaskedUpdate {
  /** Field of the request that holds the resource. */
  readonly resource: MessageField;
  /** Field of the request that holds the mask: `update_mask`. */
  readonly mask: MessageField;
  /** The resource has an `etag`, its version (AIP-154). */
  readonly hasEtag: boolean;
}

/**
 * Recognizes an Update of AIP-134: a unary method called `Update...` whose request has an `update_mask` or a single other field
 * mask, and a resource. The resource is the message that the method or its operation returns, or else the only message with
 * `google.api.resource`. Returns undefined for any other method.
 *
 * @param types the types of the API
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
  const result = findResultType(method, options, types);
  const resource =
    only(messages.filter(({ message }) => message === result)) ??
    only(messages.filter(({ message }) => readResourceType(message, options) !== undefined));
  return resource && { resource, mask, hasEtag: hasStringField(resource.message, "etag") };
}

function isMask(field: DescField): field is MessageField {
  return field.fieldKind === "message" && field.message.typeName === "google.protobuf.FieldMask";
}

/** Finds the type of a method's result: its response, or the response of the operation that it returns. */
export function findResultType(
  method: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): DescMessage | undefined {
  return isNamedOperation(method.output)
    ? readOperationTypes(method, options, types).response
    : method.output;
}

/** The methods that read a resource and write it with a field mask. */
export interface MaskedModify extends MaskedUpdate {
  readonly get: DescMethod;
  readonly update: DescMethod;
}

/**
 * Finds the Get that reads what an Update with a field mask writes: the unary `Get...` of the service that returns the resource
 * by its name. Returns undefined if the service has no such method or several.
 */
export function findMaskedModify(
  update: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): MaskedModify | undefined {
  const found = findMaskedUpdate(update, options, types);
  if (found === undefined) return undefined;
  const { message } = found.resource;
  const readers = findReaders(update.parent, message, options);
  const get =
    only(readers) ?? readers.find(({ name }) => name === `Get${update.name.slice("Update".length)}`);
  return get && hasStringField(message, "name") ? { ...found, get, update } : undefined;
}

function findReaders({ methods }: DescService, resource: DescMessage, options: CustomOptions): DescMethod[] {
  const type = readResourceType(resource, options)?.type ?? "";
  return methods.filter(
    (one) =>
      one.methodKind === "unary" &&
      startsWithWord(one.name, "get") &&
      one.output === resource &&
      findNameField(one.input, type, options) !== undefined,
  );
}
