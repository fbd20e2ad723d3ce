/** The messages of `google.rpc` that a failure is told with, written by their numbers: an API need not carry their files. */
import type { StatusDetail, Violation } from "../sdk-v1.js";
import { Writer } from "../wire-v1.js";

/**
 * Encodes a `google.rpc.Status` (code = 1, message = 2, details = 3), as gRPC
 * carries it in the trailer `grpc-status-details-bin`.
 */
export function writeRpcStatus(code: number, message: string, details: readonly StatusDetail[]): Uint8Array {
  const writer = new Writer();
  writer.int32(fieldTag(1, varint), code);
  if (message !== "") writer.string(fieldTag(2, delimited), message);
  for (const { typeName, value } of details) {
    const start = writer.fork(fieldTag(3, delimited));
    writer.string(fieldTag(1, delimited), `type.googleapis.com/${typeName}`);
    if (value.length > 0) writer.bytes(fieldTag(2, delimited), value);
    writer.join(start);
  }
  return writer.finish();
}

/** So many bytes of violations are told, so that there is room for them among the details that a client takes. */
const maxViolationBytes = 3_000;

/**
 * A `google.rpc.BadRequest` with the violations (1), as many as have room: `field` (1), `description` (2) and, for the
 * rule, `reason` (3).
 */
export function badRequestDetail(violations: readonly Violation[]): StatusDetail {
  const writer = new Writer();
  let size = 0;
  for (const { path, rule, text } of violations) {
    const own = new Writer();
    for (const [index, value] of [path, text, rule].entries()) {
      if (value !== "") own.string(fieldTag(index + 1, delimited), value);
    }
    const bytes = own.finish();
    size += bytes.length;
    if (size > maxViolationBytes) break;
    writer.bytes(fieldTag(1, delimited), bytes);
  }
  return { typeName: "google.rpc.BadRequest", value: writer.finish() };
}

const varint = 0;
const delimited = 2;

function fieldTag(number: number, wireType: number): number {
  return number * 8 + wireType;
}
