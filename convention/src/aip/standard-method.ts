/** Recognizes standard methods (AIP-131 to AIP-135, AIP-164) by their names, requests and responses. */
import type { DescMessage, DescMethod, Registry } from "@bufbuild/protobuf";
import { startsWithWord } from "../base/name.js";
import { isNamedOperation } from "../shapes/named-operation.js";
import type { CustomOptions } from "../base/options.js";
import { findListItems, type MessageList } from "../shapes/page.js";
import { hasStringField, type MessageField, only } from "../base/message-fields.js";
import { findMaskedUpdate, type MaskedUpdate, findResultType } from "./masked-update.js";
import { findNameField, findParentField } from "./name-field.js";
import { readResourceType, type ResourceType } from "./resource-type.js";

/** A request that names its resource. */
export interface NamedRequest {
  /** Field of the request that names the resource. */
  readonly nameField: string;
}

/** A standard method: its kind, its resource and the fields of its request. */
export type StandardMethod = { readonly message: DescMessage; readonly type: ResourceType } & (
  | (NamedRequest & { readonly kind: "get" })
  | (NamedRequest & { readonly kind: "delete" })
  | (NamedRequest & { readonly kind: "undelete" })
  | {
      readonly kind: "list";
      readonly items: MessageList;
      /** Field of the request that names the parent. Undefined if the method lists all resources. */
      readonly parentField: string | undefined;
    }
  | {
      readonly kind: "create";
      /** Field of the request that holds the resource; undefined if the request is the resource itself. */
      readonly resource: MessageField | undefined;
      /** Field of the request that contains the last segment of the name, if it has one. */
      readonly idField: string | undefined;
      /** Field of the request that names the parent, if it has one. */
      readonly parentField: string | undefined;
    }
  | ({ readonly kind: "update" } & MaskedUpdate)
);

/**
 * Recognizes a standard method. Get, Delete and Undelete take the string `name`, List and Create a `parent`, and Update an
 * `update_mask`. The resource has the option `google.api.resource`. Returns undefined for any other method.
 *
 * @param types the types of the API
 */
export function readStandardMethod(
  method: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): StandardMethod | undefined {
  if (method.methodKind !== "unary") return undefined;
  const of = (message: DescMessage | undefined): { message: DescMessage; type: ResourceType } | undefined => {
    const type = message && readResourceType(message, options);
    return message && type && { message, type };
  };
  const { name, input, output } = method;
  const starts = (word: string): boolean => startsWithWord(name, word);
  const result = findResultType(method, options, types);
  if (starts("get")) {
    const found = name === `Get${output.name}` ? of(output) : undefined;
    const nameField = found && findNameField(input, found.type.type, options);
    return found && nameField ? { ...found, kind: "get", nameField } : undefined;
  }
  if (starts("list")) {
    const items = findListItems(method, (message) => of(message) !== undefined);
    const found = items && of(items.message);
    if (found === undefined || items === undefined) return undefined;
    return { ...found, kind: "list", items, parentField: findParentField(input, found.type.type, options) };
  }
  if (starts("create")) return readCreate(method, options, of(result));
  if (starts("update")) {
    const update = findMaskedUpdate(method, options, types);
    const found = update && of(update.resource.message);
    return found && { ...found, ...update, kind: "update" };
  }
  if (starts("undelete")) {
    const found = of(result);
    const nameField = found && findNameField(input, found.type.type, options);
    return found && nameField ? { ...found, kind: "undelete", nameField } : undefined;
  }
  return starts("delete") ? readDelete(method, options, result, of) : undefined;
}

type Found = { readonly message: DescMessage; readonly type: ResourceType };

function readCreate(
  { name, input }: DescMethod,
  options: CustomOptions,
  found: Found | undefined,
): StandardMethod | undefined {
  if (found === undefined || name !== `Create${found.message.name}`) return undefined;
  const resource = only(
    input.fields.filter(
      (field): field is MessageField => field.fieldKind === "message" && field.message === found.message,
    ),
  );
  if (resource === undefined && input !== found.message) return undefined;
  const idName = resource && `${resource.name}_id`;
  const idField = idName !== undefined && hasStringField(input, idName) ? idName : undefined;
  const parentField = resource && findParentField(input, found.type.type, options);
  return { ...found, kind: "create", resource, idField, parentField };
}

/** Recognizes a Delete. Its name contains the resource, because the response may be empty: `DeleteSecret` deletes a `Secret`. */
function readDelete(
  { name, input, output, parent }: DescMethod,
  options: CustomOptions,
  result: DescMessage | undefined,
  of: (message: DescMessage | undefined) => Found | undefined,
): StandardMethod | undefined {
  const isPlain =
    output.typeName === "google.protobuf.Empty" || isNamedOperation(output) || result === output;
  const simple = name.slice("Delete".length);
  const known = parent.methods.flatMap((one) => [
    one.output,
    ...one.output.fields.map((field) => field.message),
  ]);
  const message = known.find((one) => one?.name === simple && readResourceType(one, options) !== undefined);
  const found = isPlain ? of(message) : undefined;
  const nameField = found && findNameField(input, found.type.type, options);
  return found && nameField ? { ...found, kind: "delete", nameField } : undefined;
}
