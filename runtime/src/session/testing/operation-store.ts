import {
  type OperationFacts,
  readNamedOperation,
  readOperation,
} from "../../calls/operation/operation-facts.js";
import type { Method } from "../../calls/rpc/service.js";
import { localName } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";

/**
 * The operations that handlers of a mock have given, so that `wait()` can read
 * them again. One that was still running has succeeded when it is read.
 */
export class OperationStore {
  readonly #operations = new Map<string, object>();

  /** Keeps a response that is an operation. */
  keep({ response: table }: Method, response: unknown): void {
    const form = findForm(table);
    if (typeof response !== "object" || response === null || !form) return;
    const { id } = form.read(table, response);
    if (id !== "") this.#operations.set(id, response);
  }

  /** The operation that a call of an operation service asks for; undefined if the mock has given none such. */
  read({ name, service, response: table }: Method, request: unknown): unknown {
    const form = findForm(table);
    if (!form || !form.isReader(name, service.endpoint)) return undefined;
    if (typeof request !== "object" || request === null) return undefined;
    const id = Object.values(request).find(
      (value) => typeof value === "string" && this.#operations.has(value),
    );
    const operation = this.#operations.get(String(id));
    if (operation === undefined || form.read(table, operation).isDone) return operation;
    return fill(table, { ...operation, ...form.done(table) });
  }
}

/** A kind of operations. */
interface Form {
  readonly read: (table: MessageTable, operation: unknown) => OperationFacts;
  /** Whether the method is the one by which operations are read again. */
  readonly isReader: (method: string, endpoint: unknown) => boolean;
  /** The fields of an operation that is over. */
  readonly done: (table: MessageTable) => object;
}

const own: Form = {
  read: readOperation,
  isReader: (_, endpoint) => endpoint === undefined,
  done: (table) => ({ [localName(table, "status")]: {} }),
};

const named: Form = {
  read: readNamedOperation,
  isReader: (method) => method === "GetOperation",
  done: (table) => ({ [localName(table, "done")]: true }),
};

function findForm({ byName }: MessageTable): Form | undefined {
  if (byName.has("id") && byName.has("status")) return own;
  return byName.has("name") && byName.has("done") && byName.has("response") ? named : undefined;
}
