import { decodeDetails, detailsOf, type DecodedDetails } from "../error/service-errors.js";
import type { MessageTable } from "../table/table.js";
import type { MessageType } from "../wire/message-type.js";

/** What every operation says, whatever its message is called. Fields are found by their proto names. */
export interface OperationFacts {
  readonly id: string;
  /** Identifier of the resource that the operation makes or changes; empty where it names none. */
  readonly resourceId: string;
  /** Whether the operation is complete: its status is set (conventions, section 5). */
  readonly isDone: boolean;
  /** The failure; undefined while it runs and when it succeeded. */
  readonly failure:
    | { readonly code: number; readonly message: string; readonly details: unknown }
    | undefined;
}

/** Reads what an operation says. */
export function readOperation(table: MessageTable, operation: unknown): OperationFacts {
  const status = read(table, operation, "status");
  const code = Number(valueOf(status, "code") ?? 0);
  return {
    id: textOf(read(table, operation, "id")),
    resourceId: textOf(read(table, operation, "resource_id")),
    isDone: status !== undefined,
    failure:
      status === undefined || code === 0
        ? undefined
        : { code, message: textOf(valueOf(status, "message")), details: valueOf(status, "details") },
  };
}

/** The service errors of an operation that failed. */
export function failureDetails(
  failure: { readonly details: unknown },
  types: readonly MessageType<unknown>[],
): DecodedDetails {
  return decodeDetails(detailsOf(failure.details), types);
}

function read(table: MessageTable, message: unknown, name: string): unknown {
  return valueOf(message, table.byName.get(name)?.local ?? name);
}

function valueOf(message: unknown, property: string): unknown {
  return typeof message === "object" && message !== null ? Reflect.get(message, property) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
