/** Finds fields that validation rules require and that `modify` does not send (docs/conventions.md, section 4.8). */
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { ModifyMethods } from "../methods/method.js";
import { findField, fieldMessage } from "../base/message-fields.js";
import { acceptsEmpty } from "./accepts-empty.js";
import type { CelRule, ValueRules } from "./model.js";
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
  const report = (path: string, fields: readonly DescField[]): void => {
    const field = fields.at(-1);
    const at = path + fields.map(({ name }) => name).join(".");
    if (field === undefined || found.some((one) => one.path === at)) return;
    const [first] = at.split(".");
    const isInResource = at !== first || isSameType(field, findField(resource, field.name));
    const reason = isInResource ? findUnsentReason(field, annotations) : reasons.notInResource;
    if (reason !== undefined) found.push({ path: at, reason });
  };
  const walk = (message: DescMessage, path: string, fieldRules: readonly CelRule[]): void => {
    const isSeen = seen.has(message);
    seen.add(message);
    const cel = isSeen ? fieldRules : [...annotations.message(message).cel, ...fieldRules];
    if (!isSeen) for (const field of listRequired(message, annotations)) report(path, [field]);
    for (const fields of listNamed(message, cel)) report(path, fields);
    if (isSeen) return;
    for (const field of message.fields) {
      const { behaviors, rules } = annotations.field(field);
      if (behaviors.includes("OUTPUT_ONLY") || behaviors.includes("INPUT_ONLY")) continue;
      if (isMergeable(field) && field.message) walk(field.message, `${path}${field.name}.`, rules.cel);
    }
  };
  walk(update.input, "", []);
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
  const parts = request.fields.flatMap((field) =>
    field.message ? [{ message: field.message, cel: annotations.field(field).rules.cel }] : [],
  );
  return [{ message: request, cel: [] }, ...parts]
    .flatMap(({ message, cel }) => [
      ...listRequired(message, annotations),
      ...listNamed(message, [...annotations.message(message).cel, ...cel]).flatMap(([field]) => field ?? []),
    ])
    .some(({ name }) => name !== "metadata" && name !== "id");
}

/** Lists the fields that every valid message of this type sets, as far as its rules show. */
function listRequired(message: DescMessage, annotations: Annotations): readonly DescField[] {
  const { choices } = annotations.message(message);
  return message.fields.filter((field) => {
    const { requiredBy, rules } = annotations.field(field);
    return (
      requiredBy.length > 0 ||
      (isDefaultChecked(field, rules) && !acceptsEmpty(field, rules)) ||
      (field.oneof && annotations.oneof(field.oneof).isRequired) ||
      choices.some(({ isRequired, fields }) => isRequired && fields.includes(field.name))
    );
  });
}

/** Lists the fields that expressions name, each with the fields around it: `this.limits.memory` names two. */
function listNamed(message: DescMessage, cel: readonly CelRule[]): readonly (readonly DescField[])[] {
  const paths = cel.flatMap(({ expression }) => [...expression.matchAll(/\bthis\.(\w+(?:\.\w+)*)/g)]);
  return paths.flatMap(([, path = ""]) => {
    const fields: DescField[] = [];
    let around: DescMessage | undefined = message;
    for (const name of path.split(".")) {
      const field: DescField | undefined = around && findField(around, name);
      if (!field) break;
      fields.push(field);
      around = isMergeable(field) ? field.message : undefined;
    }
    return fields.map((_, index) => fields.slice(0, index + 1));
  });
}

/** Whether rules apply to a field that is not set, because it has its default value. */
function isDefaultChecked({ fieldKind, presence }: DescField, { ignore }: ValueRules): boolean {
  if (ignore !== undefined || fieldKind === "message") return false;
  return fieldKind === "list" || fieldKind === "map" || presence === FeatureSet_FieldPresence.IMPLICIT;
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
