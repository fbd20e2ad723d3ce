import { isRecord, readField } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { RetryType } from "./call-error.js";
import { showMessage } from "./shown-message.js";

/** A message with its type's table. */
export interface TypedMessage {
  readonly table: MessageTable;
  readonly message: unknown;
}

/** The facts that service errors carry besides themselves. */
export interface ServiceErrorFacts {
  /** They themselves for people: without secrets. */
  readonly shownErrors: readonly unknown[];
  readonly retryType: RetryType | undefined;
  readonly retryDelayMs: number | undefined;
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
}

/** The facts of service errors that a program has made itself: each as the first of the types that it fits. */
export function factsOfErrors(
  serviceErrors: readonly unknown[],
  types: readonly MessageType<unknown>[],
): ServiceErrorFacts {
  return errorFacts(serviceErrors.flatMap((one) => typed(one, types)));
}

function typed(serviceError: unknown, types: readonly MessageType<unknown>[]): TypedMessage[] {
  for (const table of types) {
    try {
      return [{ table, message: fill(table, serviceError as object) }];
    } catch {
      // It is of another type, or of none.
    }
  }
  return [];
}

/** The facts of service errors with their types. */
export function errorFacts(found: readonly TypedMessage[]): ServiceErrorFacts {
  return {
    shownErrors: found.map((one) => showMessage(one.table, one.message)),
    retryType: findFirst(found, (table, message) => readRetryType(table, message)),
    retryDelayMs: findFirst(found, (table, message) => retryAfterMs(table, message)),
    requestId: findFirst(found, (table, message) => textIn(table, message, "request_id")),
    traceId: findFirst(found, (table, message) => textIn(table, message, "trace_id")),
  };
}

function findFirst<T>(
  found: readonly TypedMessage[],
  read: (table: MessageTable, message: unknown) => T | undefined,
): T | undefined {
  for (const { table, message } of found) {
    const value = read(table, message);
    if (value !== undefined) return value;
  }
  return undefined;
}

const retryTypes: readonly RetryType[] = ["UNIT_OF_WORK", "NOTHING", "CALL"];

function readRetryType(table: MessageTable, message: unknown): RetryType | undefined {
  const field = table.byName.get("retry_type");
  if (field?.shape.kind !== "single" || field.shape.type.kind !== "enum") return undefined;
  const value = isRecord(message) ? message[field.local] : undefined;
  const { values } = field.shape.type;
  const name = Object.keys(values).find((one) => values[one] === value);
  return retryTypes.find((type) => name === type || name?.endsWith(`_${type}`));
}

/** `retry_after`, of the error or of the kind that it holds. */
function retryAfterMs(table: MessageTable, message: unknown): number | undefined {
  for (const value of valuesIn(table, message, "retry_after")) {
    if (!isRecord(value)) continue;
    const delayMs = Number(value["seconds"] ?? 0) * 1000 + Number(value["nanos"] ?? 0) / 1e6;
    if (Number.isFinite(delayMs) && delayMs > 0) return delayMs;
  }
  return undefined;
}

function textIn(table: MessageTable, message: unknown, name: string): string | undefined {
  return valuesIn(table, message, name).find((one): one is string => typeof one === "string" && one !== "");
}

/** Values of a field by its proto name: of the message, and of the messages directly in it. */
function valuesIn(table: MessageTable, message: unknown, name: string): unknown[] {
  if (!isRecord(message)) return [];
  const own = table.byName.get(name);
  const inside = table.fields.flatMap((field) => {
    if (field.shape.kind !== "single" || field.shape.type.kind !== "message") return [];
    const { table: innerTable } = field.shape.type;
    const value = readField(message, field);
    const inner = innerTable.byName.get(name);
    return inner && isRecord(value) ? [readField(value, inner)] : [];
  });
  return own ? [readField(message, own), ...inside] : inside;
}
