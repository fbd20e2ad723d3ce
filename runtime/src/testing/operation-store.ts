import { readOperation } from "../client/operation-shape.js";
import type { Method } from "../rpc/service.js";
import { fill } from "../table/fill.js";
import type { MessageTable } from "../table/table.js";

/**
 * The operations that handlers of a mock have given, so that `wait()` can read
 * them again. One that was still running has succeeded when it is read.
 */
export class OperationStore {
  readonly #operations = new Map<string, object>();

  /** Keeps a response that is an operation. */
  keep({ response: table }: Method, response: unknown): void {
    if (typeof response !== "object" || response === null || !isOperation(table)) return;
    const { id } = readOperation(table, response);
    if (id !== "") this.#operations.set(id, response);
  }

  /** The operation that a call of an operation service asks for; undefined where the mock has given none such. */
  read({ service, response: table }: Method, request: unknown): unknown {
    if (service.endpoint !== undefined || !isOperation(table)) return undefined;
    if (typeof request !== "object" || request === null) return undefined;
    const id = Object.values(request).find(
      (value) => typeof value === "string" && this.#operations.has(value),
    );
    const operation = this.#operations.get(String(id));
    if (operation === undefined || readOperation(table, operation).isDone) return operation;
    return fill(table, { ...operation, [statusOf(table)]: {} });
  }
}

function isOperation(table: MessageTable): boolean {
  return table.byName.has("id") && table.byName.has("status");
}

function statusOf(table: MessageTable): string {
  return table.byName.get("status")?.local ?? "status";
}
