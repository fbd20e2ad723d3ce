import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** A detail of a status: a message of any type, like google.protobuf.Any. */
export interface StatusDetail {
  readonly typeName: string;
  readonly bytes: Uint8Array;
}

/** Encodes a google.rpc.Status (code = 1, message = 2, details = 3) by field numbers, because an API may not import that file. */
export function encodeStatus(code: number, message: string, details: readonly StatusDetail[]): Uint8Array {
  const writer = new BinaryWriter();
  if (code !== 0) writer.tag(1, WireType.Varint).int32(code);
  if (message !== "") writer.tag(2, WireType.LengthDelimited).string(message);
  for (const { typeName, bytes } of details) {
    writer.tag(3, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(`type.googleapis.com/${typeName}`);
    if (bytes.length > 0) writer.tag(2, WireType.LengthDelimited).bytes(bytes);
    writer.join();
  }
  return writer.finish();
}
