import type { DescEnumValue, DescField } from "@bufbuild/protobuf";
import type { CustomOptions } from "./options.js";

/**
 * Whether a field is secret (docs/conventions.md, section 9): its option `sensitive` or `credentials` is true, or Protocol
 * Buffers' own `debug_redact`. Its value never occurs in errors, logs and reports. A field that no response returns is not
 * secret, but input-only.
 */
export function isSecretField(field: DescField, options: CustomOptions): boolean {
  return (
    field.proto.options?.debugRedact === true ||
    options.isTrue(field, "sensitive") ||
    options.isTrue(field, "credentials") ||
    hasRedactedValue(field, options)
  );
}

/** Whether an option of the field has an enum value with `debug_redact`, as the text format of C++ reads it. */
function hasRedactedValue(field: DescField, options: CustomOptions): boolean {
  if (field.proto.options === undefined) return false;
  return options
    .extensions("google.protobuf.FieldOptions")
    .filter((option) => option.enum?.values.some(isRedacted))
    .some((option) => options.enumValues(field, option.name).some(isRedacted));
}

function isRedacted({ proto }: DescEnumValue): boolean {
  return proto.options?.debugRedact === true;
}
