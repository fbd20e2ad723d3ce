import type { GuideField, GuideMethod } from "@stratus/runtime/guide";
import { findByShortName, isSecretField, kebabCase, type Service } from "@stratus/dynamic-client";
import { ownFlags } from "../argv/flags.js";
import { knownName, valueKind } from "../input/read-value.js";

/** A field as help lists it. */
export interface FieldLine {
  /** Its path in the words of flags: `spec.boot-disk.disk-id`. */
  readonly path: string;
  readonly field: GuideField;
  /** The name of its value, such as `NUMBER`. */
  readonly value: string;
  /** Whether a call without it is refused. */
  readonly isRequired: boolean;
}

/** The maximum depth of messages in help. `explain` shows deeper fields. */
const maxDepth = 3;

/** Returns the fields that a method takes, including those of nested messages. */
export function fieldLines(service: Service, method: GuideMethod): readonly FieldLine[] {
  const isUpdate = service.modifyHelper(method) !== undefined;
  const open = (
    type: string,
    prefix: string,
    depth: number,
    around: ReadonlySet<string>,
    isNeeded: boolean,
  ): readonly FieldLine[] =>
    service.message(type).fields.flatMap((field): readonly FieldLine[] => {
      if (!isInput(field, isUpdate)) return [];
      const path = `${prefix}${kebabCase(field.name)}`;
      const inner = field.type ?? "";
      const isRequired = isNeeded && field.isRequired === true && field.oneof === undefined;
      if (!service.isStructure(field) || depth >= maxDepth || around.has(inner))
        return [{ path, field, value: valueName(service, field), isRequired }];
      return open(inner, `${path}.`, depth + 1, new Set([...around, inner]), isRequired);
    });
  const type = service.inputType(method);
  const all = open(type, "", 1, new Set([type]), !isUpdate);
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}

/** Returns the shortest flag that sets a field: its last name, if no other field has it. */
export function shortFlag(service: Service, type: string, path: string): string {
  const last = path.slice(path.lastIndexOf(".") + 1);
  const found = findByShortName(service, type, last);
  const isOnly = found.length === 1 && kebabCase(found[0] ?? "") === path;
  if (ownFlags.has(last) || !isOnly) return ownFlags.has(path) ? `--field.${path}` : `--${path}`;
  return `--${last}`;
}

/** Whether a user can set a field: it is not read-only and, for an Update, not immutable. */
export function isInput({ behaviors = [] }: GuideField, isUpdate: boolean): boolean {
  const never = isUpdate ? ["OUTPUT_ONLY", "IDENTIFIER", "IMMUTABLE"] : ["OUTPUT_ONLY", "IDENTIFIER"];
  return !never.some((one) => behaviors.includes(one));
}

/** Returns the name of a field's value in help. */
export function valueName(service: Service, field: GuideField): string {
  const one = oneName(service, field);
  if (isSecretField(field)) return "@FILE";
  if (field.mapKey !== undefined) return `KEY=${one}`;
  return field.isList ? `${one}...` : one;
}

function oneName(service: Service, field: GuideField): string {
  const { type } = field;
  const kind = valueKind(field);
  if (kind === "bool") return "";
  if (kind === "string") return "TEXT";
  if (kind === "bytes") return "BASE64|text:TEXT";
  if (kind === "enum") return shortValues(service, type).slice(0, 4).join("|") || "VALUE";
  if (kind === "json") return "JSON";
  if (kind !== "message") return "NUMBER";
  const known = knownName(field);
  if (known === "Duration") return "90s";
  if (known === "Timestamp") return "TIME";
  if (known === "FieldMask") return "FIELD,FIELD";
  return "JSON";
}

/** Returns the short names of an enum's values, without the unspecified one. */
export function shortValues(service: Service, type: string | undefined): readonly string[] {
  const values = service.enum(type)?.values ?? [];
  return values
    .filter(({ name, number }) => !(number === 0 && /UNSPECIFIED$|UNKNOWN$/.test(name)))
    .map(({ name, property }) => (property === undefined ? name : kebabCase(property)));
}

/** Returns facts about a field in addition to its comment. */
export function fieldFacts(service: Service, field: GuideField): readonly string[] {
  const values = field.kind === "enum" ? shortValues(service, field.type) : [];
  return [
    ...(field.isRequired ? ["Required."] : []),
    ...(field.deprecated === undefined ? [] : [`Deprecated. ${field.deprecated}`.trim()]),
    ...(field.limits ?? []).map((one) => `${one[0]?.toUpperCase() ?? ""}${one.slice(1)}.`),
    ...(values.length > 4 ? [`One of ${values.join(", ")}.`] : []),
    ...(field.default === undefined ? [] : [`Default ${JSON.stringify(field.default)}.`]),
    ...(field.behaviors?.includes("IMMUTABLE") ? ["Cannot be changed later."] : []),
    ...(field.oneof === undefined ? [] : [`One of ${field.oneof}.`]),
  ];
}
