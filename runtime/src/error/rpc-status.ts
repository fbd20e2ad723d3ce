import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { StatusDetail } from "./call-error.js";

/** `google.rpc.Status`, with its details still encoded. */
export interface RpcStatus {
  readonly code: number;
  readonly message: string;
  readonly details: readonly StatusDetail[];
}

/**
 * Reads a `google.rpc.Status`, such as gRPC carries in the trailer
 * `grpc-status-details-bin`. Bytes that are not one give undefined: malformed
 * details must never hide the failure they describe.
 */
export function readRpcStatus(bytes: Uint8Array): RpcStatus | undefined {
  try {
    let code = 0;
    let message = "";
    const details: StatusDetail[] = [];
    readFields(bytes, (field, wireType, reader) => {
      if (field === 1 && wireType === varint) code = reader.int32();
      else if (field === 2 && wireType === lengthDelimited) message = reader.string();
      else if (field === 3 && wireType === lengthDelimited) details.push(readAny(reader.bytes()));
      else reader.skip(wireType);
    });
    return { code, message, details };
  } catch {
    return undefined;
  }
}

/** The delay that a `google.rpc.RetryInfo` asks for, in milliseconds; undefined where it asks for none. */
export function readRetryDelayMs({ typeName, value }: StatusDetail): number | undefined {
  if (typeName !== "google.rpc.RetryInfo") return undefined;
  try {
    let delayMs: number | undefined;
    readFields(value, (field, wireType, reader) => {
      if (field === 1 && wireType === lengthDelimited) delayMs = readDurationMs(reader.bytes());
      else reader.skip(wireType);
    });
    return delayMs;
  } catch {
    return undefined;
  }
}

const varint = 0;
const lengthDelimited = 2;

function readDurationMs(bytes: Uint8Array): number {
  let durationMs = 0;
  readFields(bytes, (field, wireType, reader) => {
    if (field === 1 && wireType === varint) durationMs += Number(reader.int64()) * 1000;
    else if (field === 2 && wireType === varint) durationMs += reader.int32() / 1e6;
    else reader.skip(wireType);
  });
  return durationMs;
}

function readAny(bytes: Uint8Array): StatusDetail {
  let url = "";
  let value = new Uint8Array(0);
  readFields(bytes, (field, wireType, reader) => {
    if (field === 1 && wireType === lengthDelimited) url = reader.string();
    else if (field === 2 && wireType === lengthDelimited) value = new Uint8Array(reader.bytes());
    else reader.skip(wireType);
  });
  return { typeName: typeNameOf(url), value };
}

/** The type that the URL of a `google.protobuf.Any` names: all after its last slash. */
export function typeNameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

function readFields(
  bytes: Uint8Array,
  read: (field: number, wireType: number, reader: BinaryReader) => void,
): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    read(field, wireType, reader);
  }
}
