import type { Method } from "../rpc/service.js";
import { isRecord, type Properties } from "../../messages/table/field-access.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { fill } from "../../messages/table/fill.js";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

/**
 * Names a parent in a request that names none: `parent_id` of List and GetByName,
 * and `metadata.parent_id` of what creates something, which is not an Update and names
 * no resource that is there. All other requests mean what they say: a search that
 * names no parent may look everywhere. The request is a filled copy, no longer the
 * caller's.
 *
 * The parent is the call's own, or else the session's; `false` leaves it out.
 *
 * @throws An OptionsError if the call's own parent is not an identifier, or
 * for which the request has no place.
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

/** Where a parent is named. */
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
