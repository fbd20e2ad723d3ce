import { readNamed, readProperty } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/** The facts that every operation has. They are read by the proto names of the fields, whatever the message type. */
export interface OperationFacts {
  readonly id: string;
  /** ID of the resource that the operation creates or changes; empty if it names none. */
  readonly resourceId: string;
  /** Whether the operation is done: its status is set (conventions, section 5). */
  readonly isDone: boolean;
  /** The failure; undefined if it runs or has succeeded. */
  readonly failure: OperationFailure | undefined;
}

/** The status of a failed operation. */
export interface OperationFailure {
  readonly code: number;
  readonly message: string;
  readonly details: unknown;
}

/** Reads the facts of an operation. */
export function readOperation(table: MessageTable, operation: unknown): OperationFacts {
  const status = readNamed(table, operation, "status");
  const code = Number(readProperty(status, "code") ?? 0);
  return {
    id: asText(readNamed(table, operation, "id")),
    resourceId: asText(readNamed(table, operation, "resource_id")),
    isDone: status !== undefined,
    failure: code === 0 ? undefined : readFailure(status),
  };
}

/** Reads the facts of an AIP-151 operation, which is identified by its name (conventions, section 5.1). */
export function readNamedOperation(table: MessageTable, operation: unknown): OperationFacts {
  const isDone = readNamed(table, operation, "done") === true;
  const error = readNamed(table, operation, "error");
  return {
    id: asText(readNamed(table, operation, "name")),
    resourceId: "",
    isDone,
    failure: isDone && error !== undefined ? readFailure(error) : undefined,
  };
}

function readFailure(status: unknown): OperationFailure {
  const code = Number(readProperty(status, "code") ?? 0);
  return { code, message: asText(readProperty(status, "message")), details: readProperty(status, "details") };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
