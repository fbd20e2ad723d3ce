import type { DescField } from "@bufbuild/protobuf";
import type { CustomOptions } from "./options.js";

/**
 * Whether a field is secret: its option `sensitive` or `credentials` is true (docs/conventions.md, "Fields"). Its value never
 * occurs in errors, logs and reports. A field that no response returns is not secret, but input-only.
 */
export function isSecretField(field: DescField, options: CustomOptions): boolean {
  return options.isTrue(field, "sensitive") || options.isTrue(field, "credentials");
}
