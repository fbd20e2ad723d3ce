import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { Any } from "../../../generated/interop/index.js";
import { heldType, typeOf } from "./vocabulary.js";

/** A request with as much data as makes it this long, in bytes. */
export function padded(message: Any, size: number): Any {
  const type = typeOf(heldType(message));
  const bare = { ...fromBinary(type, message.value), requestData: new Uint8Array(0) };
  const value = (length: number): Uint8Array =>
    toBinary(type, create(type, { ...bare, requestData: new Uint8Array(length) }));
  // The tag and the length of the data take some bytes themselves.
  let length = size - value(0).byteLength;
  while (length > 0 && value(length).byteLength > size) length -= 1;
  const bytes = value(length);
  if (bytes.byteLength !== size) throw new Error(`no request has ${size} bytes`);
  return { ...message, value: bytes };
}
