import type { MessageTable } from "../table/table.js";

/** What every operation says, whatever its message is called. Fields are found by their proto names. */
export interface OperationFacts {
  readonly id: string;
  /** Identifier of the resource that the operation makes or changes; empty where it names none. */
  readonly resourceId: string;
  /** Whether the operation is complete: its status is set (conventions, section 5). */
  readonly isDone: boolean;
  /** The failure; undefined while it runs and when it succeeded. */
  readonly failure: OperationFailure | undefined;
}

/** What an operation failed with, as its status says it. */
export interface OperationFailure {
  readonly code: number;
  readonly message: string;
  readonly details: unknown;
}

/** Reads what an operation says. */
export function readOperation(table: MessageTable, operation: unknown): OperationFacts {
  const status = read(table, operation, "status");
  const code = Number(valueOf(status, "code") ?? 0);
  return {
    id: textOf(read(table, operation, "id")),
    resourceId: textOf(read(table, operation, "resource_id")),
    isDone: status !== undefined,
    failure: code === 0 ? undefined : failureOf(status),
  };
}

/** Reads what an operation says that is known by its name (conventions, section 5.1). */
export function readNamedOperation(table: MessageTable, operation: unknown): OperationFacts {
  const isDone = read(table, operation, "done") === true;
  const error = read(table, operation, "error");
  return {
    id: textOf(read(table, operation, "name")),
    resourceId: "",
    isDone,
    failure: isDone && error !== undefined ? failureOf(error) : undefined,
  };
}

function failureOf(status: unknown): OperationFailure {
  const code = Number(valueOf(status, "code") ?? 0);
  return { code, message: textOf(valueOf(status, "message")), details: valueOf(status, "details") };
}

/** The value of a field; undefined where it is absent, or another member of its oneof is set. */
export function read(table: MessageTable, message: unknown, name: string): unknown {
  const field = table.byName.get(name);
  if (!field?.oneof) return valueOf(message, field?.local ?? name);
  const member = valueOf(message, field.oneof.local);
  return valueOf(member, "$case") === field.local ? valueOf(member, "value") : undefined;
}

function valueOf(message: unknown, property: string): unknown {
  return typeof message === "object" && message !== null ? Reflect.get(message, property) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
