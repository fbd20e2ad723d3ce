import { create, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { applyDynamicUpdate, ImmutableFieldError, MaskSyntaxError } from "@stratus/runtime/mask";
import { type CustomOptions, fieldBehaviors, fieldMessage, serverManagedMetadata } from "@stratus/convention";
import { badRequest } from "../errors/refused-call.js";

/**
 * Creates a resource from the metadata and spec of a Create. It ignores OUTPUT_ONLY fields and accepts IMMUTABLE ones,
 * because they can be set only at creation.
 */
export function newResource(desc: DescMessage, request: ReflectMessage, options: CustomOptions): Message {
  const behaviors = createBehaviors(desc, options);
  const empty = reflect(desc, create(desc));
  const rules = {
    behaviors: (field: DescField) => behaviors(field).filter((name) => name === "OUTPUT_ONLY"),
  };
  return applyDynamicUpdate(empty, request, "", rules).message;
}

/** A reset mask as it was sent. */
export interface SentMask {
  /** Name of the header that carries it. */
  readonly header: string;
  readonly text: string;
}

/**
 * The resource after an Update (docs/conventions.md, "Update and the reset mask").
 *
 * @param neverNull structures that are never cleared as a whole
 * @throws INVALID_ARGUMENT when the mask is malformed or an IMMUTABLE field
 *   would change
 */
export function mergeUpdate(
  desc: DescMessage,
  current: Message,
  request: ReflectMessage,
  mask: SentMask,
  options: CustomOptions,
  neverNull: readonly string[],
): Message {
  const behaviors = createBehaviors(desc, options);
  try {
    const rules = { neverNull, behaviors };
    return applyDynamicUpdate(reflect(desc, current), request, mask.text, rules).message;
  } catch (error) {
    if (error instanceof MaskSyntaxError) throw badRequest(mask.header, error.message);
    if (error instanceof ImmutableFieldError) throw badRequest(error.path, error.message);
    throw error;
  }
}

/** Combines the behaviors that the API's options set on a field with those that the convention defines for metadata. */
function createBehaviors(desc: DescMessage, options: CustomOptions): (field: DescField) => readonly string[] {
  const metadata = fieldMessage(desc, "metadata");
  return (field) => {
    const declared = fieldBehaviors(field, options);
    if (field.parent !== metadata) return declared;
    if (field.name === "id") return ["IDENTIFIER"];
    if (serverManagedMetadata.has(field.name)) return ["OUTPUT_ONLY"];
    return field.name === "parent_id" ? ["IMMUTABLE"] : declared;
  };
}
