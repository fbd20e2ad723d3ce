import { Code } from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { Any, ErrorCode } from "../../../generated/interop/index.js";

/** The name of a code of the suite, which writes CANCELED with one L. */
export function codeName(code: Code): ErrorCode {
  const name = Code.nameOf(code) ?? "UNKNOWN";
  return (name === "CANCELED" ? "CANCELLED" : name) as ErrorCode;
}

/** The number of a code in the suite. */
export function codeNumber(code: ErrorCode): Code {
  return Code[code === "CANCELLED" ? "CANCELED" : code];
}

/** A message of the suite in an Any. */
export function anyOf(name: string, value: Uint8Array): Any {
  return { typeUrl: `type.googleapis.com/connectrpc.conformance.v1.${name}`, value };
}
