import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import {
  Compression,
  type MessageContents,
  type StreamContents,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { nameOf } from "./config-cases.js";

const packers: { readonly [name: string]: (bytes: Uint8Array) => Uint8Array } = {
  GZIP: (bytes) => gzipSync(bytes),
  BR: (bytes) => brotliCompressSync(bytes),
  DEFLATE: (bytes) => deflateSync(bytes),
};

/** The bytes of contents. What Node cannot pack is sent as it is: no case lets anybody unpack it. */
export function contentsBytes({ data, compression }: MessageContents): Uint8Array {
  const bytes = dataBytes(data);
  return packers[nameOf(Compression, compression)]?.(bytes) ?? bytes;
}

function dataBytes(data: MessageContents["data"]): Uint8Array {
  switch (data?.$case) {
    case "binary":
      return data.value;
    case "text":
      return new TextEncoder().encode(data.value);
    case "binaryMessage":
      return data.value.value;
    default:
      return new Uint8Array(0);
  }
}

/** Items with a prefix of five bytes each. */
export function streamBytes({ items }: StreamContents): Uint8Array {
  return Buffer.concat(
    items.flatMap(({ flags, length, payload }) => {
      const bytes = payload ? contentsBytes(payload) : new Uint8Array(0);
      const prefix = Buffer.alloc(5);
      prefix.writeUInt8(flags);
      prefix.writeUInt32BE(length ?? bytes.byteLength, 1);
      return [prefix, bytes];
    }),
  );
}

/** The bytes of a body of either kind. */
export function rawBody(
  body: { $case: "unary"; value: MessageContents } | { $case: "stream"; value: StreamContents } | undefined,
): Uint8Array {
  if (!body) return new Uint8Array(0);
  return body.$case === "unary" ? contentsBytes(body.value) : streamBytes(body.value);
}
