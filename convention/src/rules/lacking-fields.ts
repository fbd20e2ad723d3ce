/** Fields that an Update by `modify` lacks for servers that judge requests alone (docs/conventions.md, section 4.8). */
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { ModifyMethods } from "../methods/method.js";
import { findField, messageAt } from "../base/shape.js";
import type { Rule, ValueRules } from "./model.js";
import type { Statements } from "./statements.js";

/** A field that the rules of a request ask for, and that `modify` cannot send unless it was changed. */
export interface LackingField {
  /** By proto names: `spec.password`. */
  readonly path: string;
  readonly why: string;
}

const reasons = {
  inputOnly: "no response shows it",
  hidesInside: "no response shows all that is in it",
  servers: "only the server writes it",
  foreign: "the resource does not have it",
  unguarded: "the resource has no version that would guard what is sent unchanged",
} as const;

/**
 * Finds the fields that the rules of an Update require and that `modify` cannot send. A server that validates only the
 * request, and not the resulting resource, rejects its Updates of the surrounding message or of the whole resource.
 * Empty if both kinds of servers accept every such Update.
 */
export function findLackingFields(
  { get, update }: ModifyMethods,
  statements: Statements,
): readonly LackingField[] {
  const resource = get.output;
  const found: LackingField[] = [];
  const seen = new Set<DescMessage>();
  const walk = (message: DescMessage, path: string): void => {
    if (seen.has(message)) return;
    seen.add(message);
    for (const field of askedFor(message, statements)) {
      const isForeign = path === "" && !isSame(field, findField(resource, field.name));
      const why = isForeign ? reasons.foreign : whyUnsent(field, statements);
      if (why !== undefined) found.push({ path: path + field.name, why });
    }
    for (const field of message.fields) {
      const { behaviors } = statements.field(field);
      if (behaviors.includes("OUTPUT_ONLY") || behaviors.includes("INPUT_ONLY")) continue;
      if (isStructure(field) && field.message) walk(field.message, `${path}${field.name}.`);
    }
  };
  walk(update.input, "");
  if (isVersioned(resource) || !asksForMore(update.input, statements)) return found;
  return [...found, { path: "metadata.resource_version", why: reasons.unguarded }];
}

function isSame(field: DescField, other: DescField | undefined): boolean {
  return other?.fieldKind === field.fieldKind && other.message === field.message;
}

function isVersioned(resource: DescMessage): boolean {
  const metadata = messageAt(resource, "metadata");
  return metadata !== undefined && findField(metadata, "resource_version") !== undefined;
}

/** Whether the rules ask for anything beside the identity of the resource. */
function asksForMore(request: DescMessage, statements: Statements): boolean {
  const parts = [request, ...request.fields.flatMap(({ message }) => message ?? [])];
  return parts
    .flatMap((message) => askedFor(message, statements))
    .some(({ name }) => name !== "metadata" && name !== "id");
}

/** The fields of a message that its rules want to see in each request that has the message, as far as that is sure. */
function askedFor(message: DescMessage, statements: Statements): readonly DescField[] {
  const { choices, cel } = statements.message(message);
  const named = cel.flatMap(({ expression }) => [...expression.matchAll(/\bthis\.(\w+)/g)]);
  return message.fields.filter((field) => {
    const { requiredBy, rules } = statements.field(field);
    return (
      requiredBy.length > 0 ||
      (hasDefault(field, rules) && mayBreakByDefault(rules)) ||
      (field.oneof && statements.oneof(field.oneof).isRequired) ||
      choices.some(({ isRequired, fields }) => isRequired && fields.includes(field.name)) ||
      named.some(([, name]) => name === field.name)
    );
  });
}

/** A value that is not set is one all the same: its default. */
function hasDefault({ fieldKind, presence }: DescField, { ignore }: ValueRules): boolean {
  if (ignore !== undefined || fieldKind === "message") return false;
  return fieldKind === "list" || fieldKind === "map" || presence === FeatureSet_FieldPresence.IMPLICIT;
}

function mayBreakByDefault({ rules, cel, unread }: ValueRules): boolean {
  return cel.length + unread.length > 0 || rules.some(mayRefuseEmpty);
}

/** Rules that empty text, zero, and nothing keep. */
const lax = /^(?:max_\w+|lte?|not_in|finite|unique|defined_only|not_contains|uri_ref)$/;

function mayRefuseEmpty({ name, value }: Rule): boolean {
  if (lax.test(name)) return false;
  if (/^(?:min_|len)/.test(name)) return Number(value) > 0;
  if (name === "gte") return Number(value) > 0;
  if (name === "gt") return Number(value) >= 0;
  if (name === "const") return !isEmpty(value);
  return name !== "in" || !(Array.isArray(value) && value.some(isEmpty));
}

function isEmpty(value: unknown): boolean {
  return value === "" || Number(value) === 0;
}

/** Why a field is not sent unchanged; undefined if it is. */
function whyUnsent(field: DescField, statements: Statements): string | undefined {
  const { behaviors } = statements.field(field);
  if (behaviors.includes("INPUT_ONLY")) return reasons.inputOnly;
  if (behaviors.includes("OUTPUT_ONLY")) return reasons.servers;
  const isWhole = !isStructure(field) && field.message !== undefined;
  return isWhole && hides(field.message, statements, new Set()) ? reasons.hidesInside : undefined;
}

/** One message of which a request may have a part: servers merge it with what they have. */
function isStructure({ fieldKind, oneof, message, proto }: DescField): boolean {
  const isGroup = proto.type === groupType;
  return fieldKind === "message" && !oneof && !isGroup && !message?.typeName.startsWith("google.protobuf.");
}

/** TYPE_GROUP of `google.protobuf.FieldDescriptorProto`. */
const groupType = 10;

function hides(message: DescMessage, statements: Statements, seen: Set<DescMessage>): boolean {
  if (seen.has(message)) return false;
  seen.add(message);
  return message.fields.some(
    (field) =>
      statements.field(field).behaviors.includes("INPUT_ONLY") ||
      (field.message !== undefined && hides(field.message, statements, seen)),
  );
}
