/** Reset masks over dynamic messages of `@bufbuild/protobuf`, which are known by their descriptors alone. */
import type { DescField } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { requireKnownNames } from "../../base/text/options-error.js";
import { DynamicView, type KnownFields } from "./rules/dynamic-view.js";
import { parseMask, type Mask } from "./text/mask.js";
import { updateView, type UpdateRules } from "./rules/update-engine.js";

export { DynamicView, type KnownFields } from "./rules/dynamic-view.js";
export type { FieldValue, FieldView, MessageView, ScalarValue, SingleValue } from "./rules/message-view.js";
export type { MaskNode } from "./text/mask-tree.js";
export { ImmutableFieldError, MaskSyntaxError } from "./text/mask-error.js";
export { Mask, parseMask } from "./text/mask.js";
export { updateView, type UpdateRules } from "./rules/update-engine.js";

/** Rules for an Update of dynamic messages. */
export interface DynamicUpdateRules extends UpdateRules {
  /**
   * The behaviors of a field by the API's options, by simple name: `OUTPUT_ONLY`,
   * `IDENTIFIER`, `IMMUTABLE`. Nothing unless given.
   */
  readonly behaviors?: (field: DescField) => readonly string[];
}

/**
 * The result of an Update at a server, for dynamic messages: the resource as a new
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
  if (!(result instanceof DynamicView))
    throw new TypeError("the clone of a view must be a view of the same kind");
  return result.reflection;
}
