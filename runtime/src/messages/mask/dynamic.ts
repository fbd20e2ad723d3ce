/** Reset masks for dynamic messages of `@bufbuild/protobuf`, which are described by descriptors. */
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

/** Options for an Update of dynamic messages. */
export interface DynamicUpdateRules extends UpdateRules {
  /**
   * Returns the behaviors of a field by simple name: `OUTPUT_ONLY`, `IDENTIFIER`, `IMMUTABLE`. Default: none.
   */
  readonly behaviors?: (field: DescField) => readonly string[];
}

/**
 * Applies an Update to a resource as a server does, for dynamic messages. Returns a new message with the fields that the
 * request carries, and without those that the mask names and the request omits. The types of resource and request may differ.
 * Fields with the same name and type correspond.
 *
 * @throws MaskSyntaxError for text that is not a mask.
 * @throws ImmutableFieldError if the request carries another value for an IMMUTABLE field.
 */
export function applyDynamicUpdate(
  resource: ReflectMessage,
  request: ReflectMessage,
  mask: Mask | string,
  rules: DynamicUpdateRules = {},
): ReflectMessage {
  requireKnownNames(rules, ["neverNull", "behaviors"], "applyDynamicUpdate");
  const known = knownFields(rules.behaviors);
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

const fieldsByRules = new WeakMap<NonNullable<DynamicUpdateRules["behaviors"]>, KnownFields>();

/** Returns the fields that are known of types. Updates with the same `behaviors` share them. */
function knownFields(behaviors: DynamicUpdateRules["behaviors"]): KnownFields {
  if (behaviors === undefined) return new Map();
  let known = fieldsByRules.get(behaviors);
  if (known === undefined) fieldsByRules.set(behaviors, (known = new Map()));
  return known;
}
