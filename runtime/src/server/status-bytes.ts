import type { StatusDetail, Violation } from "../entries/generated/sdk-v1.js";
import { Writer } from "../entries/generated/wire-v1.js";

/** Maximum size of the violations, in bytes, so that other details fit into the headers that a client accepts. */
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
      if (value !== "") own.string((index + 1) * 8 + delimited, sendable(value));
    }
    const bytes = own.finish();
    size += bytes.length;
    if (size > maxViolationBytes) break;
    writer.bytes(8 + delimited, bytes);
  }
  return { typeName: "google.rpc.BadRequest", value: writer.finish() };
}

/** The wire type of texts and messages; the tag of a field is its number times 8 and the wire type. */
const delimited = 2;

/** Replaces halves of surrogate pairs, which neither gRPC's library nor UTF-8 can encode. Texts that are cut have some. */
export function sendable(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{FFFD}");
}
