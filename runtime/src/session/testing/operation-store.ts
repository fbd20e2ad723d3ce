import {
  type OperationFacts,
  readNamedOperation,
  readOperation,
} from "../../calls/operation/operation-facts.js";
import type { Method } from "../../calls/rpc/service.js";
import { localName } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { Field, MessageTable } from "../../messages/table/table.js";

/**
 * The operations that handlers of a mock have given, so that `wait()` can read
 * them again. One that was still running has succeeded when it is read.
 */
export class OperationStore {
  readonly #operations = new Map<string, object>();

  /** Keeps a response that is an operation. Returns it with an ID, because `wait()` reads it by that. */
  keep({ response: table }: Method, response: unknown): unknown {
    const form = findForm(table);
    if (typeof response !== "object" || response === null || !form) return response;
    const { id } = form.read(table, response);
    const kept =
      id === ""
        ? fill(table, { ...response, [form.idName]: `operation-${this.#operations.size + 1}` })
        : response;
    this.#operations.set(form.read(table, kept).id, kept as object);
    return kept;
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
  /** The field with the ID of an operation. */
  readonly idName: string;
  readonly read: (table: MessageTable, operation: unknown) => OperationFacts;
  /** Whether the method is the one by which operations are read again. */
  readonly isReader: (method: string, endpoint: unknown) => boolean;
  /** The fields of an operation that is over. */
  readonly done: (table: MessageTable) => object;
}

const own: Form = {
  idName: "id",
  read: readOperation,
  isReader: (_, endpoint) => endpoint === undefined,
  done: (table) => ({ [localName(table, "status")]: {} }),
};

const named: Form = {
  idName: "name",
  read: readNamedOperation,
  isReader: (method) => method === "GetOperation",
  done: (table) => ({ [localName(table, "done")]: true }),
};

function findForm({ byName }: MessageTable): Form | undefined {
  if (byName.has("id") && isStatus(byName.get("status"))) return own;
  return byName.has("name") && byName.has("done") && byName.has("response") ? named : undefined;
}

/** Whether a field holds a `google.rpc.Status`, by its shape, as the status of an operation does. */
function isStatus(field: Field | undefined): boolean {
  const { type } = field?.shape ?? {};
  return type?.kind === "message" && type.table.byName.has("code") && type.table.byName.has("details");
}
