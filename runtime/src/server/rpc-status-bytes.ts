import { BinaryWriter } from "@bufbuild/protobuf/wire";
import type { StatusDetail } from "../codegen-v1.js";

const varint = 0;
const lengthDelimited = 2;

/**
 * Encodes a `google.rpc.Status` (code = 1, message = 2, details = 3), as gRPC
 * carries it in the trailer `grpc-status-details-bin`.
 */
export function writeRpcStatus(code: number, message: string, details: readonly StatusDetail[]): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, varint).int32(code);
  if (message !== "") writer.tag(2, lengthDelimited).string(message);
  for (const { typeName, value } of details) {
    writer.tag(3, lengthDelimited).fork();
    writer.tag(1, lengthDelimited).string(`type.googleapis.com/${typeName}`);
    if (value.length > 0) writer.tag(2, lengthDelimited).bytes(value);
    writer.join();
  }
  return writer.finish();
}
