import type { MessageTable } from "../../table/table.js";
import { requireKnownNames } from "../../../base/text/options-error.js";
import { parseMask, type Mask } from "../text/mask.js";
import { TableView } from "./table-view.js";
import { updateView, type UpdateRules } from "./update-engine.js";

/** Rules for an Update of messages of generated code. */
export interface TableUpdateRules extends UpdateRules {
  /** Table of the request, where its type is not the resource's. */
  readonly requestTable?: MessageTable;
}

/**
 * The result of an Update at a server, for messages of generated code: the
 * resource as a new value, with what the request carries and without what the
 * mask names and the request does not carry. See {@link updateView}.
 */
export function applyUpdate<T extends object>(
  table: MessageTable<T>,
  resource: T,
  request: object,
  mask: Mask | string,
  rules: TableUpdateRules = {},
): T {
  requireKnownNames(rules, ["neverNull", "requestTable"], "applyUpdate");
  const result = updateView(
    new TableView(table, resource),
    new TableView(rules.requestTable ?? table, request),
    typeof mask === "string" ? parseMask(mask) : mask,
    rules,
  );
  if (!(result instanceof TableView))
    throw new TypeError("the clone of a view must be a view of the same kind");
  // A clone of a T, field for field.
  return result.toValue() as T;
}
