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
  const empty = reflect(desc, create(desc));
  return applyDynamicUpdate(empty, request, "", { behaviors: resourceBehaviors(desc, options).create })
    .message;
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
  const behaviors = resourceBehaviors(desc, options).update;
  try {
    const rules = { neverNull, behaviors };
    return applyDynamicUpdate(reflect(desc, current), request, mask.text, rules).message;
  } catch (error) {
    if (error instanceof MaskSyntaxError) throw badRequest(mask.header, error.message);
    if (error instanceof ImmutableFieldError) throw badRequest(error.path, error.message);
    throw error;
  }
}

type Behaviors = (field: DescField) => readonly string[];

/** The functions for each type. One function for all calls lets them share the fields that the mask engine reads. */
const known = new WeakMap<DescMessage, { readonly create: Behaviors; readonly update: Behaviors }>();

function resourceBehaviors(desc: DescMessage, options: CustomOptions) {
  let found = known.get(desc);
  if (found === undefined) {
    const update = createBehaviors(desc, options);
    const create: Behaviors = (field) => update(field).filter((name) => name === "OUTPUT_ONLY");
    known.set(desc, (found = { create, update }));
  }
  return found;
}

/** Combines the behaviors that the API's options set on a field with those that the convention defines for metadata. */
function createBehaviors(desc: DescMessage, options: CustomOptions): Behaviors {
  const metadata = fieldMessage(desc, "metadata");
  return (field) => {
    const declared = fieldBehaviors(field, options);
    if (field.parent !== metadata) return declared;
    if (field.name === "id") return ["IDENTIFIER"];
    if (serverManagedMetadata.has(field.name)) return ["OUTPUT_ONLY"];
    return field.name === "parent_id" ? ["IMMUTABLE"] : declared;
  };
}
