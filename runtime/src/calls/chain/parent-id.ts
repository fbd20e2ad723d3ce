import type { Method } from "../rpc/service.js";
import { isRecord, type Properties } from "../../messages/table/field-access.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { fill } from "../../messages/table/fill.js";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

/**
 * Sets the parent of a request that names none: `parent_id` of List and GetByName, and `metadata.parent_id` of a
 * request that creates a resource. Other requests stay as they are, because a search without a parent may mean
 * everywhere. The request is a copy that the caller does not see.
 *
 * The parent is that of the call, or else that of the session. `false` sends none. The session's is set only if the
 * method takes parents of its type.
 *
 * @throws An OptionsError if the call's parent is not an identifier, or if the request has no field for it.
 */
export function fillParentId(
  method: Method,
  request: unknown,
  own: string | false | undefined,
  ofSession: string | undefined,
): void {
  if (own !== undefined && own !== false && (typeof own !== "string" || own === "")) {
    throw invalidOption(
      "parentId",
      `${describe(own)} is not an identifier; write one, or false to send none`,
    );
  }
  const parentId = own ?? ofSession;
  if (parentId === undefined || parentId === false) return;
  if (own === undefined && !isParentType(parentId, method.parentTypes)) return;
  const place = findParentPlace(method, request);
  if (place) place.message[place.property] ||= parentId;
  else if (own !== undefined) {
    throw new OptionsError(
      "UNSUPPORTED",
      `parentId: a request of ${method.path.slice(1)} takes no parent from the options; name it in the request`,
      { option: "parentId" },
    );
  }
}

/**
 * Whether a method takes the parent (docs/conventions.md, section 9.4). An identifier begins with its type, as in
 * `project-e00abc`. One without a hyphen states no type, so it is not excluded.
 */
function isParentType(id: string, types: readonly string[] | undefined): boolean {
  return types === undefined || !id.includes("-") || types.some((type) => id.startsWith(`${type}-`));
}

/** The message and the property that name the parent. */
interface ParentPlace {
  readonly message: Properties;
  readonly property: string;
}

function findParentPlace(
  { name, request: table, ...method }: Method,
  request: unknown,
): ParentPlace | undefined {
  if (!isRecord(request)) return undefined;
  if (name === "List" || name === "GetByName") return placeIn(table, request);
  if (method.isReadOnly || method.isUpdate || hasText(table, request, "id")) return undefined;
  const metadata = structureAt(table, "metadata");
  if (!metadata || !placeIn(metadata.table, {})) return undefined;
  // What has a specification besides is made of this request, whatever it says.
  const held =
    request[metadata.local] ??
    (structureAt(table, "spec") ? fill(metadata.table as MessageTable<object>, {}) : undefined);
  if (!isRecord(held) || hasText(metadata.table, held, "id")) return undefined;
  request[metadata.local] = held;
  return placeIn(metadata.table, held);
}

/** The `parent_id` of a message, if its type has one as text. */
function placeIn(table: MessageTable, message: Properties): ParentPlace | undefined {
  const field = table.byName.get("parent_id");
  return field && isText(field) ? { message, property: field.local } : undefined;
}

function hasText(table: MessageTable, message: Properties, name: string): boolean {
  const field = table.byName.get(name);
  return field !== undefined && isText(field) && Boolean(message[field.local]);
}

/** The one message that a field of the type holds. */
function structureAt(
  table: MessageTable,
  name: string,
): { readonly local: string; readonly table: MessageTable } | undefined {
  const field = table.byName.get(name);
  if (field?.oneof || field?.shape.kind !== "single" || field.shape.type.kind !== "message") return undefined;
  return { local: field.local, table: field.shape.type.table };
}

function isText({ shape, oneof }: Field): boolean {
  return !oneof && shape.kind === "single" && shape.type.kind === "scalar" && shape.type.scalar === "string";
}
