/**
 * `@stratus/runtime/mask/dynamic`: reset masks over messages that are known by
 * descriptor only, as the library `@bufbuild/protobuf` has them.
 *
 * @module
 */
import type { DescField } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { requireKnownNames } from "../text/options-error.js";
import { DynamicView, type KnownFields } from "./dynamic-view.js";
import { parseMask, type Mask } from "./mask.js";
import { updateView, type UpdateRules } from "./update-engine.js";

export { DynamicView } from "./dynamic-view.js";
export { ImmutableFieldError, MaskSyntaxError } from "./mask-error.js";
export { Mask, parseMask } from "./mask.js";
export { updateView, type UpdateRules } from "./update-engine.js";

/** Rules for an Update of dynamic messages. */
export interface DynamicUpdateRules extends UpdateRules {
  /**
   * What the API's options say of a field, by simple name: `OUTPUT_ONLY`,
   * `IDENTIFIER`, `IMMUTABLE`. Nothing unless given.
   */
  readonly behaviors?: (field: DescField) => readonly string[];
}

/**
 * What a server makes of an Update, for dynamic messages: the resource as a new
 * message, with what the request carries and without what the mask names and
 * the request does not carry. Request and resource may be of different types;
 * fields of one proto name and one type are the same.
 *
 * @throws A `MaskSyntaxError` for text that is not a mask, and an
 * `ImmutableFieldError` where the request carries another value for an
 * IMMUTABLE field.
 */
export function applyDynamicUpdate(
  resource: ReflectMessage,
  request: ReflectMessage,
  mask: Mask | string,
  rules: DynamicUpdateRules = {},
): ReflectMessage {
  requireKnownNames(rules, ["neverNull", "behaviors"], "applyDynamicUpdate");
  const known: KnownFields = new Map();
  const result = updateView(
    new DynamicView(resource, rules.behaviors, known),
    new DynamicView(request, rules.behaviors, known),
    typeof mask === "string" ? parseMask(mask) : mask,
    rules,
  );
  if (!(result instanceof DynamicView)) throw new TypeError("a view clones to a view of its own kind");
  return result.reflection;
}
