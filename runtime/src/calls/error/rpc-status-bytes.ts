/**
 * Encoders for the `google.rpc` messages of a failure. They use field numbers, so an API does not need the files of
 * these messages.
 */
import { toWellFormed } from "../../base/text/well-formed.js";
import { Writer } from "../../messages/wire/writer.js";
import type { StatusDetail } from "./call-error.js";

/**
 * Encodes a `google.rpc.Status` (code = 1, message = 2, details = 3), which gRPC sends in the trailer
 * `grpc-status-details-bin`.
 */
export function writeRpcStatus(code: number, message: string, details: readonly StatusDetail[]): Uint8Array {
  const writer = new Writer();
  writer.int32(fieldTag(1, varint), code);
  if (message !== "") writer.string(fieldTag(2, delimited), toWellFormed(message));
  for (const { typeName, value } of details) {
    const start = writer.fork(fieldTag(3, delimited));
    writer.string(fieldTag(1, delimited), toWellFormed(`type.googleapis.com/${typeName}`));
    if (value.length > 0) writer.bytes(fieldTag(2, delimited), value);
    writer.join(start);
  }
  return writer.finish();
}

const varint = 0;
const delimited = 2;

function fieldTag(number: number, wireType: number): number {
  return number * 8 + wireType;
}
