import { type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { findField, isNamedOperation, fieldMessage } from "@stratus/convention";
import { status as statusCodes } from "@grpc/grpc-js";
import { encodeStatus } from "../errors/status-bytes.js";
import type { ServiceErrors } from "../errors/service-errors.js";
import { assign, build, type FieldValue } from "../messages/assign.js";
import type { OperationRecord, PackedMessage } from "./operation-record.js";

/** Converts operations to messages of the API. */
export class OperationRenderer {
  readonly #errors: ServiceErrors;
  readonly #metadataOf: (method: string) => DescMessage | undefined;

  /** @param metadataOf returns the metadata type of an AIP-151 method's operations */
  constructor(errors: ServiceErrors, metadataOf: (method: string) => DescMessage | undefined) {
    this.#errors = errors;
    this.#metadataOf = metadataOf;
  }

  /**
   * Renders the state of an operation at the time `nowMs`. `status` is absent while the operation runs. Once it is
   * complete, `status` is set, to OK if it succeeded (docs/conventions.md, "Operations").
   */
  render(record: OperationRecord, desc: DescMessage, nowMs: number): Message {
    if (isNamedOperation(desc)) return this.#named(record, desc, nowMs);
    const isRunning = record.status === undefined;
    const operation = build(desc, {
      id: record.id,
      ...facts(record),
      request_headers: headerValues(desc, record.requestHeaders),
      status: this.#status(record, fieldMessage(desc, "status")),
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

  /** Renders an operation of AIP-151, which ends with a response or an error (docs/conventions.md, "Operations of AIP-151"). */
  #named(record: OperationRecord, desc: DescMessage, nowMs: number): Message {
    const { status, response } = record;
    const isFailed = status !== undefined && status.code !== "OK";
    const { message } = build(desc, {
      name: record.id,
      metadata: this.#metadata(record, nowMs),
      done: status !== undefined,
      error: isFailed ? this.#status(record, fieldMessage(desc, "error")) : undefined,
      response: status !== undefined && !isFailed && response !== undefined ? packed(response) : undefined,
    });
    return message;
  }

  /** Fills the metadata fields that the type declares, by the names in the Stratus convention and the usual ones. */
  #metadata(record: OperationRecord, nowMs: number): FieldValue | undefined {
    const type = this.#metadataOf(record.method);
    if (type === undefined) return undefined;
    const { created_at, finished_at, resource_id, ...own } = facts(record);
    const part = record.status === undefined ? doneFraction(record, nowMs) : 1;
    const { message } = build(type, {
      ...own,
      created_at,
      create_time: created_at,
      finished_at,
      end_time: finished_at,
      resource_id,
      target: resource_id,
      verb: record.description.split(" ")[0]?.toLowerCase(),
      progress_percent: Math.floor(100 * part),
      work_fraction: part,
    });
    const base64 = Buffer.from(toBinary(type, message)).toString("base64");
    return packed({ typeName: type.typeName, base64 });
  }

  #status({ status, endpoint, method }: OperationRecord, type: DescMessage | undefined): Message | undefined {
    if (status === undefined || type === undefined) return undefined;
    const details = this.#errors.describe(status.kind, endpoint, method);
    return fromBinary(type, encodeStatus(statusCodes[status.code], status.message, details));
  }
}

/** Returns the facts that both kinds of operations include. */
function facts(record: OperationRecord) {
  return {
    description: record.description,
    created_at: new Date(record.createdAtMs),
    created_by: record.createdBy,
    finished_at: record.finishedAtMs === undefined ? undefined : new Date(record.finishedAtMs),
    request: packed(record.request),
    resource_id: record.resourceId,
  };
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

/** Converts headers to a map of messages with a list of values, or of strings, depending on the API. */
function headerValues(desc: DescMessage, headers: OperationRecord["requestHeaders"]): FieldValue {
  const isList = findField(desc, "request_headers")?.message !== undefined;
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, isList ? { values } : values.join(",")]),
  );
}
