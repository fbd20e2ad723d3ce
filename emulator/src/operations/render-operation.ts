import { type DescMessage, fromBinary, type Message } from "@bufbuild/protobuf";
import { findField, messageAt } from "@stratus/convention";
import { statusCodeNumbers } from "../errors/status-code.js";
import { encodeStatus } from "../errors/status-bytes.js";
import type { ServiceErrors } from "../errors/service-errors.js";
import { assign, build, type FieldValue } from "../messages/assign.js";
import type { OperationRecord, PackedMessage } from "./operation-record.js";

/** Writes operations as messages of the API's own type. */
export class OperationRenderer {
  readonly #errors: ServiceErrors;

  constructor(errors: ServiceErrors) {
    this.#errors = errors;
  }

  /**
   * The operation as it stands at that time: `status` is absent while it runs
   * and set once it is complete, to OK when it succeeded (docs/conventions.md, "Operations").
   */
  render(record: OperationRecord, desc: DescMessage, nowMs: number): Message {
    const isRunning = record.status === undefined;
    const operation = build(desc, {
      id: record.id,
      description: record.description,
      created_at: new Date(record.createdAtMs),
      created_by: record.createdBy,
      finished_at: record.finishedAtMs === undefined ? undefined : new Date(record.finishedAtMs),
      request: packed(record.request),
      request_headers: headerValues(desc, record.requestHeaders),
      resource_id: record.resourceId,
      status: this.#status(record, desc),
    });
    assign(operation, {
      progress: {
        work_fraction: isRunning ? doneFraction(record, nowMs) : 1,
        description: isRunning ? "in progress" : "complete",
        estimated_finished_at: isRunning ? new Date(record.dueAtMs) : undefined,
      },
    });
    return operation.message;
  }

  #status({ status, endpoint, method }: OperationRecord, desc: DescMessage): Message | undefined {
    const type = messageAt(desc, "status");
    if (status === undefined || type === undefined) return undefined;
    const details = this.#errors.describe(status.kind, endpoint, method);
    return fromBinary(type, encodeStatus(statusCodeNumbers[status.code], status.message, details));
  }
}

function packed({ typeName, base64 }: PackedMessage): FieldValue {
  return {
    type_url: `type.googleapis.com/${typeName}`,
    value: new Uint8Array(Buffer.from(base64, "base64")),
  };
}

function doneFraction(record: OperationRecord, nowMs: number): number {
  const wholeMs = record.dueAtMs - record.createdAtMs;
  return wholeMs <= 0 ? 0 : Math.min(1, Math.max(0, (nowMs - record.createdAtMs) / wholeMs));
}

/** Headers are a map to messages with a list of values in one API, a map to strings in another. */
function headerValues(desc: DescMessage, headers: OperationRecord["requestHeaders"]): FieldValue {
  const isList = findField(desc, "request_headers")?.message !== undefined;
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, isList ? { values } : values.join(",")]),
  );
}
