/** Identifiers of requests (AIP-155), and which of them clients fill (AIP-4235). */
import type { DescField, DescMethod } from "@bufbuild/protobuf";
import { fieldBehaviors } from "../methods/behavior.js";
import type { CustomOptions } from "../base/options.js";
import { isText } from "../base/shape.js";
import { numberIn } from "./reflected.js";

/** The number of UUID4 among the formats of `google.api.FieldInfo`. */
const uuid4 = 1;

/** The field that identifies a request, unless the configuration of the API names others. */
const usualName = "request_id";

/**
 * The field of a unary method's request that clients fill with a random UUID, by which the server knows the request
 * again: a string at the top of the request, of the format UUID4, neither REQUIRED nor OUTPUT_ONLY.
 *
 * @param populated The fields that the configuration of the API lists for the method; undefined if there is no
 * configuration, and then `request_id` counts.
 */
export function findRequestId(
  method: DescMethod,
  options: CustomOptions,
  populated?: readonly string[],
): DescField | undefined {
  if (method.methodKind !== "unary") return undefined;
  const names = populated ?? [usualName];
  return method.input.fields.find((field) => names.includes(field.name) && isFilled(field, options));
}

function isFilled(field: DescField, options: CustomOptions): boolean {
  if (!isText(field) || field.oneof !== undefined) return false;
  const info = options.message(field, "google.api.field_info");
  if (info === undefined || numberIn(info, "format") !== uuid4) return false;
  const behaviors = fieldBehaviors(field, options);
  return !behaviors.includes("REQUIRED") && !behaviors.includes("OUTPUT_ONLY");
}
