import type { ApiField, ApiMessage } from "../api/api.js";
import type { Subject, Finding, Difference } from "../finding/finding.js";
import { lowerCamel } from "../../kit/text/casing.js";
import { compareDeprecation } from "./deprecation.js";
import { compareOneofs } from "./oneofs.js";
import type { Renames } from "./renames.js";
import { toTypeTitle } from "../finding/titles.js";
import { classifyWireChange, type WireSides } from "./wire.js";

/**
 * Compares the fields of a message. A new field with the number of a removed one counts as renamed if it reads the same
 * data; otherwise it only reuses the number.
 *
 * @param isWritten Clients write the message, so that a second case of a oneof is a breaking change.
 */
export function compareFields(
  before: ApiMessage,
  after: ApiMessage,
  sides: WireSides,
  isWritten: boolean,
): Finding[] {
  const removed = [...before.fields.values()].filter(({ name }) => !after.fields.has(name));
  const come = [...after.fields.values()].filter(({ name }) => !before.fields.has(name));
  const toFinding = (field: ApiField, difference: Difference): Finding => ({
    subject: toSubject(after, field),
    difference,
  });
  const second = isWritten ? "written" : "read";
  const oneofs = compareOneofs(before, after, sides);
  const numbered = removed.flatMap((old) => {
    const now = come.find((one) => one.number === old.number);
    return now ? [[old, now] as const] : [];
  });
  const isRenamed = ([old, now]: readonly [ApiField, ApiField]): boolean =>
    ["same", "common"].includes(classifyWireChange(old.type, now.type, sides));
  const pairs = numbered.filter(isRenamed);
  const reused = numbered.filter((pair) => !isRenamed(pair));
  const isAlone = ({ oneof }: ApiField): boolean => oneof !== undefined && isOnlyCase(oneof, before);
  const common = [...before.fields.values()].flatMap((old) => {
    const now = after.fields.get(old.name);
    return now ? [[old, now] as const] : [];
  });
  return [
    ...oneofs.findings,
    ...pairs.map(([old, now]) => toFinding(old, compareNames(old, now, toSubject(after, now).key))),
    ...reused.map(([old, now]) => {
      const { key, title } = toSubject(after, now);
      const texts = { before: String(old.number), after: title };
      return toFinding(old, { kind: "reused", ...texts, isRequired: isRequired(now), newKey: key });
    }),
    ...removed
      .filter((one) => !numbered.some(([old]) => old === one))
      .map((one) => toFinding(one, { kind: "removed" })),
    ...come
      .filter((one) => !numbered.some(([, now]) => now === one))
      .map((one) =>
        toFinding(one, { kind: "added", use: "message", second: isAlone(one) ? second : undefined }),
      ),
    ...come.flatMap((one) => {
      const [old] = common.find(([was, now]) => was.number === one.number && now.number !== one.number) ?? [];
      if (!old) return [];
      const { title } = toSubject(after, old);
      return [toFinding(one, { kind: "taken", before: String(one.number), after: title })];
    }),
    ...[...common, ...pairs].flatMap(([old, now]) =>
      compareField(old, now, sides, oneofs.renames).map((difference) => toFinding(old, difference)),
    ),
  ];
}

/** Compares the names of a renamed field. Its name in TypeScript and JSON may be the same. */
function compareNames(old: ApiField, now: ApiField, newKey: string): Difference {
  const texts = { before: old.name, after: now.name };
  const isSame = old.jsonName === now.jsonName && lowerCamel(old.name) === lowerCamel(now.name);
  return isSame ? { kind: "proto-name", ...texts } : { kind: "renamed", ...texts, newKey };
}

function isOnlyCase(oneof: string, { fields }: ApiMessage): boolean {
  return [...fields.values()].filter((one) => one.oneof === oneof).length === 1;
}

/** Returns the subject of findings about a field. */
function toSubject({ name: message, file }: ApiMessage, { name, oneof, deprecated }: ApiField): Subject {
  const element = `field ${message}.${name}`;
  const title = `${toTypeTitle(message)}.${lowerCamel(name)}`;
  const role = oneof === undefined ? "field" : "case";
  return { key: element, title, role, place: { file, element }, deprecated };
}

/** Returns whether messages must set a field. */
export function isRequired({ rules, behaviors, presence }: ApiField): boolean {
  return rules.has("required") || behaviors.includes("REQUIRED") || presence === "required";
}

/** Returns whether a message has all fields of an old one, and others that nobody must set, so that it replaces the old one. */
export function isWider(old: string, now: string, sides: WireSides): boolean {
  const [before, after] = [sides.before.messages.get(old), sides.after.messages.get(now)];
  // The TypeScript type of another well-known type is not made of its fields.
  const isPlain = !old.startsWith("google.protobuf.") || old === "google.protobuf.Empty";
  if (!before || !after || !isPlain) return false;
  const fields = [...before.fields.values()];
  const isKept = (field: ApiField): boolean => {
    const other = after.fields.get(field.name);
    return (
      other?.number === field.number &&
      other.presence === field.presence &&
      other.oneof === field.oneof &&
      other.jsonName === field.jsonName &&
      classifyWireChange(field.type, other.type, sides) === "same"
    );
  };
  const added = [...after.fields.values()].filter(({ name }) => !before.fields.has(name));
  const isOpen = (field: ApiField): boolean =>
    !isRequired(field) && !fields.some(({ oneof }) => oneof !== undefined && oneof === field.oneof);
  return fields.every(isKept) && added.every(isOpen);
}

/** Returns the type with its new name. */
function renameType(type: string, renames: Renames): string {
  return type.replaceAll(/[\w.]+(?=>?$)/g, (name) => renames.get(name) ?? name);
}

function compareField(old: ApiField, now: ApiField, sides: WireSides, oneofs: Renames): Difference[] {
  const whats = compareDeprecation(old.deprecated, now.deprecated);
  const texts = [
    ["number", String(old.number), String(now.number)],
    ["presence", old.presence, now.presence],
    ["oneof", oneofs.get(old.oneof ?? "") ?? old.oneof ?? "", now.oneof ?? ""],
  ] as const;
  for (const [kind, before, after] of texts) if (before !== after) whats.push({ kind, before, after });
  const type = renameType(old.type, sides.renames);
  if (type === now.type && old.defaultValue !== now.defaultValue)
    whats.push({ kind: "default", before: old.defaultValue, after: now.defaultValue });
  if (type !== now.type)
    whats.push({
      kind: "wire-type",
      before: type,
      after: now.type,
      wire: classifyWireChange(old.type, now.type, sides),
    });
  // A renamed field also has another JSON name, unless the proto sets `json_name`.
  if (old.jsonName !== now.jsonName)
    whats.push({ kind: "json-name", before: old.jsonName, after: now.jsonName });
  for (const behavior of now.behaviors)
    if (!old.behaviors.includes(behavior)) whats.push({ kind: "behavior-added", behavior });
  for (const behavior of old.behaviors)
    if (!now.behaviors.includes(behavior)) whats.push({ kind: "behavior-removed", behavior });
  if (old.isSecret !== now.isSecret) whats.push({ kind: now.isSecret ? "secret" : "shown" });
  return whats;
}
