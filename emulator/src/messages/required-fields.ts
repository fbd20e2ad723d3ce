import type { DescField } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";

/**
 * Finds the path of a required field (proto2, and LEGACY_REQUIRED of editions) that a message or a nested message does not set.
 * Decoders of other languages reject such messages.
 */
export function findMissingRequired(message: ReflectMessage): string | undefined {
  for (const field of message.desc.fields) {
    const isSet = message.isSet(field);
    if (!isSet && isRequired(field)) return field.name;
    if (!isSet) continue;
    for (const [key, nested] of listMessages(message, field)) {
      const missing = findMissingRequired(nested);
      if (missing !== undefined) return [field.name, ...key, missing].join(".");
    }
  }
  return undefined;
}

function listMessages(message: ReflectMessage, field: DescField): [key: string[], nested: ReflectMessage][] {
  if (field.message === undefined) return [];
  if (field.fieldKind === "message") return [[[], message.get(field)]];
  if (field.fieldKind !== "list" && field.fieldKind !== "map") return [];
  return Array.from(message.get(field).entries(), ([key, nested]) => [
    [String(key)],
    nested as ReflectMessage,
  ]);
}

function isRequired({ presence }: DescField): boolean {
  return presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
}
