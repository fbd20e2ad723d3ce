import {
  type OperationFacts,
  readNamedOperation,
  readOperation,
} from "../../calls/operation/operation-facts.js";
import type { CallError } from "../../calls/error/call-error.js";
import { statusCodes } from "../../calls/error/status-code.js";
import type { Method } from "../../calls/rpc/service.js";
import { localName, type Properties, writeField } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { MockOperation } from "./mock-operation.js";

/** An operation that a handler gave. */
interface Stored {
  readonly operation: object;
  /** The number of reads after which it is done. */
  readonly reads: number;
}

/**
 * The operations that the handlers of a mock have given, so that `wait()` can read them again. An operation without an ID gets
 * one and is done. An operation with an ID that was still running has succeeded when it is read.
 */
export class OperationStore {
  readonly #stored = new Map<string, Stored>();
  #created = 0;

  /** Returns the response of a method as a client gets it: complete, and with an ID if it is an operation. Stores operations. */
  complete({ response: table }: Method, result: object): object {
    const form = findForm(table);
    const given = isMockOperation(result) ? result : undefined;
    const response = fill(table, given?.fields ?? result) as Properties;
    if (!form) return response;
    const { id, isDone } = form.read(table, response);
    if (id === "") response[localName(table, form.idField)] = `operation-${++this.#created}`;
    const endsNow = given ? given.reads === 0 : id === "";
    if (endsNow && !isDone) form.finish(table, response, given?.failure);
    this.#stored.set(form.read(table, response).id, { operation: response, reads: given?.reads ?? 1 });
    return response;
  }

  /** The operation that a call of an operation service asks for; undefined if the mock has given none such. */
  read({ response: table }: Method, request: unknown): object | undefined {
    const form = findForm(table);
    if (!form || typeof request !== "object" || request === null) return undefined;
    const id = Object.values(request).find((value) => typeof value === "string" && this.#stored.has(value));
    const stored = this.#stored.get(String(id));
    if (stored === undefined || form.read(table, stored.operation).isDone) return stored?.operation;
    const operation: Properties = { ...stored.operation };
    if (stored.reads <= 1) form.finish(table, operation, undefined);
    this.#stored.set(String(id), { operation, reads: stored.reads - 1 });
    return operation;
  }
}

/** Whether a handler returned an operation of `mockOperation`, be it of another copy of this package. */
function isMockOperation(result: object): result is MockOperation {
  return "isMockOperation" in result && result.isMockOperation === true;
}

/** Whether a method reads an operation again, for `wait()`. */
export function isOperationRead({ name, service, response }: Method): boolean {
  return findForm(response)?.isReader(name, service.endpoint) === true;
}

/** A kind of operations. */
interface Form {
  /** Proto name of the field with its ID. */
  readonly idField: string;
  readonly read: (table: MessageTable, operation: unknown) => OperationFacts;
  /** Whether the method is the one by which operations are read again. */
  readonly isReader: (method: string, endpoint: unknown) => boolean;
  /** Sets the fields of an operation that is done. */
  readonly finish: (table: MessageTable, operation: Properties, failure: CallError | undefined) => void;
}

const own: Form = {
  idField: "id",
  read: readOperation,
  isReader: (_, endpoint) => endpoint === undefined,
  finish: (table, operation, failure) => set(table, operation, "status", statusOf(failure)),
};

const named: Form = {
  idField: "name",
  read: readNamedOperation,
  isReader: (method) => method === "GetOperation",
  finish(table, operation, failure) {
    set(table, operation, "done", true);
    if (failure) set(table, operation, "error", statusOf(failure));
  },
};

function set(table: MessageTable, operation: Properties, name: string, value: unknown): void {
  const field = table.byName.get(name);
  if (!field) return;
  const { type } = field.shape;
  writeField(operation, field, type.kind === "message" ? fill(type.table, value as object) : value);
}

/** The fields of a `google.rpc.Status`. */
function statusOf(failure: CallError | undefined): object {
  return failure ? { code: statusCodes.indexOf(failure.code), message: failure.text } : {};
}

function findForm({ byName }: MessageTable): Form | undefined {
  // Of a resource, `status` has another type.
  const status = byName.get("status")?.shape.type;
  if (byName.has("id") && status?.kind === "message" && status.table.byName.has("code")) return own;
  return byName.has("name") && byName.has("done") && byName.has("response") ? named : undefined;
}
