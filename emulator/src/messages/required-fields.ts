import type { DescField } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";

/**
 * The path of a field that a message, or one in it, lacks though it is required (proto2, and LEGACY_REQUIRED of
 * editions); undefined if none is missing. A decoder of other languages refuses such bytes.
 */
export function findMissingRequired(message: ReflectMessage): string | undefined {
  for (const field of message.desc.fields) {
    const isSet = message.isSet(field);
    if (!isSet && isRequired(field)) return field.name;
    if (!isSet) continue;
    for (const [key, held] of messagesIn(message, field)) {
      const lacked = findMissingRequired(held);
      if (lacked !== undefined) return [field.name, ...key, lacked].join(".");
    }
  }
  return undefined;
}

function messagesIn(message: ReflectMessage, field: DescField): [key: string[], held: ReflectMessage][] {
  if (field.message === undefined) return [];
  if (field.fieldKind === "message") return [[[], message.get(field)]];
  if (field.fieldKind !== "list" && field.fieldKind !== "map") return [];
  // The field is one of messages, so that is what it holds.
  return Array.from(message.get(field).entries(), ([key, held]) => [[String(key)], held as ReflectMessage]);
}

function isRequired({ presence }: DescField): boolean {
  return presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
}
