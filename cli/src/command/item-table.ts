import type { GuideJson } from "@stratus/runtime/guide";
import { safeLine } from "@stratus/dynamic-client";
import { hasColors } from "../host/host.js";
import { selectColumns } from "../output/columns.js";
import { Table } from "../output/table.js";
import type { MethodCommand } from "./context.js";

/** The maximum number of resources that a question shows. */
const maxShown = 100;

/** Returns a table of resources for a question, or their IDs if they cannot be read. */
export function itemTable(
  { context: { host }, service, method }: MethodCommand,
  resources: readonly GuideJson[],
  targets: readonly { readonly id: string }[],
): string {
  const columns = selectColumns(service, service.findGet(method)?.response?.type, false);
  const more = targets.length > maxShown ? `... and ${targets.length - maxShown} more\n` : "";
  const shown = resources.slice(0, maxShown);
  if (columns.length === 0 || shown.some((one) => one === null))
    return (
      targets
        .slice(0, maxShown)
        .map(({ id }) => `  ${safeLine(id)}\n`)
        .join("") + more
    );
  const table = new Table(columns, {
    width: host.columns,
    nowMs: host.nowMs(),
    hasTitles: true,
    hasColors: hasColors(host, "err"),
  });
  return table.lines(shown) + more;
}
