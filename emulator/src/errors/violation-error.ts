import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { StatusDetail } from "./status-bytes.js";
import type { StatusError } from "./status-error.js";
import { RefusedCall } from "./refused-call.js";

/** A violation of a validation rule of the API. */
export interface Violation {
  /** The field in proto names: `spec.disks[2].size`. Empty for the message as a whole. */
  readonly path: string;
  /** The ID of the rule in protovalidate: `string.max_len`. */
  readonly rule: string;
  /** The description of the rule. */
  readonly text: string;
}

/**
 * The maximum size of the reported violations. Clients accept 8 KB of headers, and Base64 makes the bytes a third
 * longer.
 */
const maxBytes = 4_000;

/** The maximum number of violations in the error's message. */
const maxInText = 5;

/** Returns INVALID_ARGUMENT with a `google.rpc.BadRequest` that names each field, and the API's own BadRequest if it has one. */
export function createViolationError(violations: readonly Violation[]): StatusError {
  const words = violations
    .slice(0, maxInText)
    .map(({ path, text }) => (path === "" ? text : `${path}: ${text}`));
  if (violations.length > maxInText) words.push(`and ${violations.length - maxInText} more`);
  return new RefusedCall(
    "REQUEST_INVALID",
    "INVALID_ARGUMENT",
    `the request violates validation rules: ${words.join("; ")}`,
    {
      name: "BadRequest",
      fields: {
        violations: violations
          .slice(0, maxInText)
          .map(({ path, text }) => ({ field: path, message: text, description: text })),
      },
      retryType: "NOTHING",
    },
    [badRequestDetail(violations)],
  );
}

/**
 * Encodes a `google.rpc.BadRequest`: its violations (1) with `field` (1), `description` (2) and `reason` (3). It is encoded by field
 * numbers, because an API may not import that file.
 */
function badRequestDetail(violations: readonly Violation[]): StatusDetail {
  const writer = new BinaryWriter();
  let size = 0;
  for (const { path, rule, text } of violations) {
    const own = new BinaryWriter();
    for (const [index, value] of [path, text, rule].entries()) {
      if (value !== "") own.tag(index + 1, WireType.LengthDelimited).string(value);
    }
    const bytes = own.finish();
    size += bytes.length;
    if (size > maxBytes) break;
    writer.tag(1, WireType.LengthDelimited).bytes(bytes);
  }
  return { typeName: "google.rpc.BadRequest", bytes: writer.finish() };
}
