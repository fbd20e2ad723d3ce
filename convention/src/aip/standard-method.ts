/** Standard methods (AIP-131 to AIP-135, AIP-164), by their names and the shapes of their requests and answers. */
import type { DescMessage, DescMethod, Registry } from "@bufbuild/protobuf";
import { startsWithWord } from "../name.js";
import { isNamedOperation } from "../named-operation.js";
import type { CustomOptions } from "../options.js";
import { findPage, type MessageList } from "../page.js";
import { hasText, type MessageField, only } from "../shape.js";
import { findMaskedUpdate, type MaskedUpdate, resultOf } from "./masked-update.js";
import { readResourceType, type ResourceType } from "./resource-type.js";

/** The kind of a standard method, and its resource. */
export type StandardMethod = { readonly message: DescMessage; readonly type: ResourceType } & (
  | { readonly kind: "get" | "delete" | "undelete" }
  | { readonly kind: "list"; readonly items: MessageList }
  | {
      readonly kind: "create";
      /** Field of the request that holds the resource; undefined if the request is the resource itself. */
      readonly resource: MessageField | undefined;
      /** Field of the request that says the last part of the name; undefined if there is none. */
      readonly idField: string | undefined;
    }
  | ({ readonly kind: "update" } & MaskedUpdate)
);

/**
 * The standard method that a method is; undefined if it is none. Get, Delete and Undelete take the string `name`, List and
 * Create a `parent`, and Update an `update_mask`; the resource is marked `google.api.resource`.
 *
 * @param types The types of the API.
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
  const result = resultOf(method, options, types);
  if (starts("get")) {
    const found = name === `Get${output.name}` && hasText(input, "name") ? of(output) : undefined;
    return found && { ...found, kind: "get" };
  }
  if (starts("list")) {
    const items = findPage(method);
    const found = items && of(items.message);
    return found && items && { ...found, kind: "list", items };
  }
  if (starts("create")) return readCreate(method, of(result));
  if (starts("update")) {
    const update = findMaskedUpdate(method, options, types);
    const found = update && of(update.resource.message);
    return found && { ...found, ...update, kind: "update" };
  }
  if (starts("undelete")) {
    const found = hasText(input, "name") ? of(result) : undefined;
    return found && { ...found, kind: "undelete" };
  }
  return starts("delete") ? readDelete(method, options, result, of) : undefined;
}

type Found = { readonly message: DescMessage; readonly type: ResourceType };

function readCreate({ name, input }: DescMethod, found: Found | undefined): StandardMethod | undefined {
  if (found === undefined || name !== `Create${found.message.name}`) return undefined;
  const resource = only(
    input.fields.filter(
      (field): field is MessageField => field.fieldKind === "message" && field.message === found.message,
    ),
  );
  if (resource === undefined && input !== found.message) return undefined;
  const idName = resource && `${resource.name}_id`;
  const idField = idName !== undefined && hasText(input, idName) ? idName : undefined;
  return { ...found, kind: "create", resource, idField };
}

/** The name of a Delete says what it removes, since it may answer with nothing: `DeleteSecret` removes a `Secret`. */
function readDelete(
  { name, input, output, parent }: DescMethod,
  options: CustomOptions,
  result: DescMessage | undefined,
  of: (message: DescMessage | undefined) => Found | undefined,
): StandardMethod | undefined {
  if (!hasText(input, "name")) return undefined;
  const isPlain =
    output.typeName === "google.protobuf.Empty" || isNamedOperation(output) || result === output;
  const simple = name.slice("Delete".length);
  const known = parent.methods.flatMap((one) => [
    one.output,
    ...one.output.fields.map((field) => field.message),
  ]);
  const message = known.find((one) => one?.name === simple && readResourceType(one, options) !== undefined);
  const found = isPlain ? of(message) : undefined;
  return found && { ...found, kind: "delete" };
}
