import { Reader } from "../../messages/wire/reader.js";
import type { StatusDetail } from "./call-error.js";

/** `google.rpc.Status`, with its details still encoded. */
interface RpcStatus {
  readonly code: number;
  readonly message: string;
  readonly details: readonly StatusDetail[];
}

/**
 * Decodes a `google.rpc.Status`, which gRPC sends in the trailer `grpc-status-details-bin`. Returns undefined for
 * invalid bytes, because malformed details must not hide the failure.
 */
export function readRpcStatus(bytes: Uint8Array): RpcStatus | undefined {
  try {
    let code = 0;
    let message = "";
    const details: StatusDetail[] = [];
    readFields(bytes, (tag, reader) => {
      if (tag === tags.code) code = reader.int32();
      else if (tag === tags.message) message = reader.string();
      else if (tag === tags.details) details.push(readAny(reader.bytes()));
      else reader.skip(tag);
    });
    return { code, message, details };
  } catch {
    return undefined;
  }
}

/** The delay that a `google.rpc.RetryInfo` asks for, in milliseconds; undefined if it asks for none. */
export function readRetryDelayMs({ typeName, value }: StatusDetail): number | undefined {
  if (typeName !== "google.rpc.RetryInfo") return undefined;
  try {
    let delayMs: number | undefined;
    readFields(value, (tag, reader) => {
      if (tag === tags.retryDelay) delayMs = readDurationMs(reader.bytes());
      else reader.skip(tag);
    });
    return delayMs;
  } catch {
    return undefined;
  }
}

/** Tags of fields: eight times the number, and the wire type. */
const tags = {
  code: 0x08,
  message: 0x12,
  details: 0x1a,
  retryDelay: 0x0a,
  seconds: 0x08,
  nanos: 0x10,
  typeUrl: 0x0a,
  value: 0x12,
} as const;

function readDurationMs(bytes: Uint8Array): number {
  let durationMs = 0;
  readFields(bytes, (tag, reader) => {
    if (tag === tags.seconds) durationMs += Number(reader.int64()) * 1000;
    else if (tag === tags.nanos) durationMs += reader.int32() / 1e6;
    else reader.skip(tag);
  });
  return durationMs;
}

function readAny(bytes: Uint8Array): StatusDetail {
  let url = "";
  let value = new Uint8Array(0);
  readFields(bytes, (tag, reader) => {
    if (tag === tags.typeUrl) url = reader.string();
    else if (tag === tags.value) value = new Uint8Array(reader.bytes());
    else reader.skip(tag);
  });
  return { typeName: typeNameInUrl(url), value };
}

/** The type that the URL of a `google.protobuf.Any` names: all after its last slash. */
export function typeNameInUrl(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** Hands each field of an encoded message to `read`, by its tag; it reads the value, or skips it. */
export function readFields(bytes: Uint8Array, read: (tag: number, reader: Reader) => void): void {
  const reader = new Reader(bytes);
  for (let tag = reader.next(reader.length); tag !== 0; tag = reader.next(reader.length)) read(tag, reader);
}
