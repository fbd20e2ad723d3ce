/** Finds request IDs (AIP-155) that clients set (AIP-4235). */
import type { DescField, DescMethod } from "@bufbuild/protobuf";
import { fieldBehaviors } from "../methods/behavior.js";
import type { CustomOptions } from "../base/options.js";
import { isStringField } from "../base/message-fields.js";
import { getValue } from "../base/message-value.js";

/** The number of UUID4 among the formats of `google.api.FieldInfo`. */
const uuid4 = 1;

/** The field that identifies a request, unless the configuration of the API lists others. */
const defaultName = "request_id";

/**
 * Finds the field of a unary method's request that clients set to a random UUID, by which the server recognizes a repeated
 * request: a string of the request itself with the format UUID4 that is neither REQUIRED nor OUTPUT_ONLY.
 *
 * @param autoPopulatedFields The fields that the configuration of the API lists for the method; undefined if there is no
 * configuration, in which case the field is `request_id`.
 */
export function findRequestId(
  method: DescMethod,
  options: CustomOptions,
  autoPopulatedFields?: readonly string[],
): DescField | undefined {
  if (method.methodKind !== "unary") return undefined;
  const names = autoPopulatedFields ?? [defaultName];
  return method.input.fields.find((field) => names.includes(field.name) && isAutoPopulated(field, options));
}

function isAutoPopulated(field: DescField, options: CustomOptions): boolean {
  if (!isStringField(field) || field.oneof !== undefined) return false;
  const info = options.message(field, "google.api.field_info");
  if (getValue(info, "format") !== uuid4) return false;
  const behaviors = fieldBehaviors(field, options);
  return !behaviors.includes("REQUIRED") && !behaviors.includes("OUTPUT_ONLY");
}
