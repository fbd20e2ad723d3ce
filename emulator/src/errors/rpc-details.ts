/** Details of errors that every API may return (google/rpc/error_details.proto), encoded by field numbers. */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { StatusDetail } from "./status-bytes.js";

/** Encodes a `google.rpc.ErrorInfo`: `reason` (1), `domain` (2) and the map `metadata` (3) (AIP-193). */
export function errorInfo(reason: string, metadata: Readonly<Record<string, string>>): StatusDetail {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).string(reason);
  writer.tag(2, WireType.LengthDelimited).string("emulator.localhost");
  for (const entry of Object.entries(metadata)) writeTexts(writer, 3, entry);
  return { typeName: "google.rpc.ErrorInfo", bytes: writer.finish() };
}

/** Encodes a `google.rpc.QuotaFailure`: a violation (1) with `subject` (1) and `description` (2). */
export function quotaFailure(subject: string, description: string): StatusDetail {
  const writer = new BinaryWriter();
  writeTexts(writer, 1, [subject, description]);
  return { typeName: "google.rpc.QuotaFailure", bytes: writer.finish() };
}

function writeTexts(writer: BinaryWriter, field: number, texts: readonly string[]): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  for (const [index, text] of texts.entries()) writer.tag(index + 1, WireType.LengthDelimited).string(text);
  writer.join();
}
