import type { MessageTable } from "../../table/table.js";
import { requireKnownNames } from "../../../base/text/options-error.js";
import { parseMask, type Mask } from "../text/mask.js";
import { TableView } from "./table-view.js";
import { updateView, type UpdateRules } from "./update-engine.js";

/** Options for an Update of messages of generated code. */
export interface TableUpdateRules extends UpdateRules {
  /** The table of the request. Default: that of the resource. */
  readonly requestTable?: MessageTable;
}

/**
 * Applies an Update to a resource as a server does, for messages of generated code. Returns a new value with the fields that
 * the request carries, and without those that the mask names and the request omits. See {@link updateView}.
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
  // It is a clone of a T.
  return result.toValue() as T;
}
