import {
  ScalarType,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
} from "@bufbuild/protobuf";

/**
 * What a message or method is, told by its shape and never by the name of its
 * package (docs/conventions.md).
 */

function fieldOf(message: DescMessage, name: string): DescField | undefined {
  return message.fields.find((field) => field.name === name);
}

/** The message has a single field of that name that holds text. */
export function hasText(message: DescMessage, name: string): boolean {
  const field = fieldOf(message, name);
  return field?.fieldKind === "scalar" && field.scalar === ScalarType.STRING;
}

/** The message that a single field of that name holds. */
export function messageAt(message: DescMessage, name: string): DescMessage | undefined {
  const field = fieldOf(message, name);
  return field?.fieldKind === "message" ? field.message : undefined;
}

/** `metadata` and `spec`, both messages. */
export function isResource(message: DescMessage): boolean {
  return messageAt(message, "metadata") !== undefined && messageAt(message, "spec") !== undefined;
}

/** A text `id`, a `status` of type google.rpc.Status, a timestamp `finished_at`. */
export function isOperation(message: DescMessage): boolean {
  return (
    hasText(message, "id") &&
    messageAt(message, "status")?.typeName === "google.rpc.Status" &&
    messageAt(message, "finished_at")?.typeName === "google.protobuf.Timestamp"
  );
}

/** An enum `retry_type`. */
export function isServiceError(message: DescMessage): boolean {
  return fieldOf(message, "retry_type")?.fieldKind === "enum";
}

/** Exchanges tokens (RFC 8693): told by the names of the fields on both sides. */
export function isTokenExchange({ methodKind, input, output }: DescMethod): boolean {
  const expiresIn = fieldOf(output, "expires_in");
  return (
    methodKind === "unary" &&
    ["grant_type", "subject_token", "subject_token_type"].every((name) => hasText(input, name)) &&
    hasText(output, "access_token") &&
    expiresIn?.fieldKind === "scalar" &&
    expiresIn.scalar !== ScalarType.BYTES
  );
}

/** Get of a service that reads operations, and the field of its request that takes the id. */
export function findOperationGet(service: DescService): { get: DescMethod; id: DescField } | undefined {
  const get = service.methods.find((method) => method.name === "Get" && method.methodKind === "unary");
  if (!get || !isOperation(get.output)) return undefined;
  const texts = findTexts(get);
  const id = texts.length === 1 ? texts[0] : texts.find((field) => /^(operation_)?id$/.test(field.name));
  return id && { get, id };
}

/** Get that answers with a resource, and the one field of its request that takes the id. */
export function findResourceGet(service: DescService): { get: DescMethod; id: DescField } | undefined {
  const get = service.methods.find((method) => method.name === "Get" && method.methodKind === "unary");
  if (!get || !isResource(get.output)) return undefined;
  const texts = findTexts(get);
  const id = texts.length === 1 ? texts[0] : texts.find((field) => field.name === "id");
  return id && { get, id };
}

function findTexts({ input }: DescMethod): DescField[] {
  return input.fields.filter((field) => hasText(input, field.name) && !field.oneof);
}

/** The list of a response that comes page by page. */
export function findItems({ methodKind, input, output }: DescMethod): DescField | undefined {
  if (methodKind !== "unary" || !hasText(input, "page_token") || !hasText(output, "next_page_token"))
    return undefined;
  const lists = output.fields.filter((field) => field.fieldKind === "list" && field.listKind === "message");
  return lists.length === 1 ? lists[0] : undefined;
}

/** Update takes `metadata` and `spec` of the resource that Get returns. */
export function takesResource(update: DescMethod, get: DescMethod): boolean {
  return (
    update.methodKind === "unary" &&
    get.methodKind === "unary" &&
    isResource(get.output) &&
    ["metadata", "spec"].every((name) => messageAt(update.input, name) === messageAt(get.output, name))
  );
}
