/** Finds fields that validation rules require and that `modify` does not send (docs/conventions.md, section 4.8). */
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { ModifyMethods } from "../methods/method.js";
import { findField, fieldMessage } from "../base/message-fields.js";
import type { Rule, ValueRules } from "./model.js";
import type { Annotations } from "./annotations.js";

/** A field that the rules of a request require, and that `modify` sends only if it was changed. */
export interface MissingUpdateField {
  /** In proto names: `spec.password`. */
  readonly path: string;
  readonly reason: string;
}

const reasons = {
  inputOnly: "no response shows it",
  containsInputOnly: "no response shows all of its fields",
  outputOnly: "only the server sets it",
  notInResource: "the resource does not have it",
  noVersion: "the resource has no version to protect fields that are sent unchanged",
} as const;

/**
 * Finds the fields that the rules of an Update require and that `modify` cannot send. A server that validates only the
 * request, and not the resulting resource, rejects its Updates of the surrounding message or of the whole resource.
 * Empty if both kinds of servers accept every such Update.
 */
export function findMissingUpdateFields(
  { get, update }: ModifyMethods,
  annotations: Annotations,
): readonly MissingUpdateField[] {
  const resource = get.output;
  const found: MissingUpdateField[] = [];
  const seen = new Set<DescMessage>();
  const walk = (message: DescMessage, path: string): void => {
    if (seen.has(message)) return;
    seen.add(message);
    for (const field of listRequired(message, annotations)) {
      const isInResource = path !== "" || isSameType(field, findField(resource, field.name));
      const reason = isInResource ? findUnsentReason(field, annotations) : reasons.notInResource;
      if (reason !== undefined) found.push({ path: path + field.name, reason });
    }
    for (const field of message.fields) {
      const { behaviors } = annotations.field(field);
      if (behaviors.includes("OUTPUT_ONLY") || behaviors.includes("INPUT_ONLY")) continue;
      if (isMergeable(field) && field.message) walk(field.message, `${path}${field.name}.`);
    }
  };
  walk(update.input, "");
  if (isVersioned(resource) || !requiresContent(update.input, annotations)) return found;
  return [...found, { path: "metadata.resource_version", reason: reasons.noVersion }];
}

function isSameType(field: DescField, other: DescField | undefined): boolean {
  return other?.fieldKind === field.fieldKind && other.message === field.message;
}

function isVersioned(resource: DescMessage): boolean {
  const metadata = fieldMessage(resource, "metadata");
  return metadata !== undefined && findField(metadata, "resource_version") !== undefined;
}

/** Whether the rules require anything besides the identity of the resource. */
function requiresContent(request: DescMessage, annotations: Annotations): boolean {
  const messages = [request, ...request.fields.flatMap(({ message }) => message ?? [])];
  return messages
    .flatMap((message) => listRequired(message, annotations))
    .some(({ name }) => name !== "metadata" && name !== "id");
}

/** Lists the fields that every valid message of this type sets, as far as its rules show. */
function listRequired(message: DescMessage, annotations: Annotations): readonly DescField[] {
  const { choices, cel } = annotations.message(message);
  const named = cel.flatMap(({ expression }) => [...expression.matchAll(/\bthis\.(\w+)/g)]);
  return message.fields.filter((field) => {
    const { requiredBy, rules } = annotations.field(field);
    return (
      requiredBy.length > 0 ||
      (isDefaultChecked(field, rules) && mayRejectDefault(rules)) ||
      (field.oneof && annotations.oneof(field.oneof).isRequired) ||
      choices.some(({ isRequired, fields }) => isRequired && fields.includes(field.name)) ||
      named.some(([, name]) => name === field.name)
    );
  });
}

/** Whether rules apply to a field that is not set, because it has its default value. */
function isDefaultChecked({ fieldKind, presence }: DescField, { ignore }: ValueRules): boolean {
  if (ignore !== undefined || fieldKind === "message") return false;
  return fieldKind === "list" || fieldKind === "map" || presence === FeatureSet_FieldPresence.IMPLICIT;
}

function mayRejectDefault({ rules, cel, unsupported }: ValueRules): boolean {
  return cel.length + unsupported.length > 0 || rules.some(mayRejectEmpty);
}

/** Rules that accept the empty string, zero and an empty list. */
const acceptsEmpty = /^(?:max_\w+|lte?|not_in|finite|unique|defined_only|not_contains|uri_ref)$/;

function mayRejectEmpty({ name, value }: Rule): boolean {
  if (acceptsEmpty.test(name)) return false;
  if (/^(?:min_|len)/.test(name)) return Number(value) > 0;
  if (name === "gte") return Number(value) > 0;
  if (name === "gt") return Number(value) >= 0;
  if (name === "const") return !isEmpty(value);
  return name !== "in" || !(Array.isArray(value) && value.some(isEmpty));
}

function isEmpty(value: unknown): boolean {
  return value === "" || Number(value) === 0;
}

/** Returns the reason why `modify` cannot send an unchanged field. Returns undefined if it can. */
function findUnsentReason(field: DescField, annotations: Annotations): string | undefined {
  const { behaviors } = annotations.field(field);
  if (behaviors.includes("INPUT_ONLY")) return reasons.inputOnly;
  if (behaviors.includes("OUTPUT_ONLY")) return reasons.outputOnly;
  const isReplaced = !isMergeable(field) && field.message !== undefined;
  return isReplaced && containsInputOnly(field.message, annotations, new Set())
    ? reasons.containsInputOnly
    : undefined;
}

/** Whether a request may contain a part of the message, which the server merges with the stored one. */
function isMergeable({ fieldKind, oneof, message, proto }: DescField): boolean {
  const isGroup = proto.type === groupType;
  return fieldKind === "message" && !oneof && !isGroup && !message?.typeName.startsWith("google.protobuf.");
}

/** TYPE_GROUP of `google.protobuf.FieldDescriptorProto`. */
const groupType = 10;

function containsInputOnly(message: DescMessage, annotations: Annotations, seen: Set<DescMessage>): boolean {
  if (seen.has(message)) return false;
  seen.add(message);
  return message.fields.some(
    (field) =>
      annotations.field(field).behaviors.includes("INPUT_ONLY") ||
      (field.message !== undefined && containsInputOnly(field.message, annotations, seen)),
  );
}
